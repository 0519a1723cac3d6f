// The picture of `feedback init` in the docs must match the command's output. After a change of the output: npx vitest
// run cli/test/terminal --update
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { fixtures, makeFolder } from '../init/fixtures.ts';
import { createPerson } from '../run.ts';
import { drawTerminal, themes } from './draw-terminal.ts';

const folder = fileURLToPath(new URL('../../../content/images/terminal/', import.meta.url));

/** Prints the output of `init` in the folder of a React app. */
async function printInit(): Promise<string> {
	const app = makeFolder(fixtures['vite-react']!.files);
	const person = createPerson({ url: 'https://feedback.example.com' });
	const { code, stdout, stderr } = await person.run(['init', '--dry-run'], {
		cwd: app,
		env: { FORCE_COLOR: '1', FEEDBACK_API_URL: 'https://feedback.example.com/functions/v1' },
	});
	expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
	// The folder has a different name in each run.
	return `$ feedback init --dry-run\n${stdout.replaceAll(app, '~/reports')}`;
}

describe('the picture of feedback init', () => {
	it.each(['light', 'dark'] as const)('shows what the command prints, %s', async (theme) => {
		const drawn = drawTerminal(await printInit(), themes[theme]);
		await expect(drawn).toMatchFileSnapshot(`${folder}init-${theme}.svg`);
	});
});

describe('a drawn terminal', () => {
	it('keeps colours, columns and characters that mean something in SVG', () => {
		const drawn = drawTerminal('a <b> & c\n\u001b[32m+\tx\u001b[39m y', themes.light);
		expect(drawn).toContain('>a\u00a0&lt;b&gt;\u00a0&amp;\u00a0c</text>');
		expect(drawn).toContain(`fill="${themes.light[32]}">+\u00a0\u00a0\u00a0x</text>`);
		expect(drawn).toMatch(/<text x="58"[^>]*>\u00a0y<\/text>/);
	});

	it('supports only the colours that the command uses', () => {
		expect(() => drawTerminal('\u001b[45mx\u001b[0m', themes.dark)).toThrow('escape code 45');
	});
});
