import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { root } from '../server/layout/tree.ts';

const program = fileURLToPath(new URL('cli.js', import.meta.resolve('oxfmt')));

/**
 * The text as the formatter writes it into the file `path`, with the settings of `.oxfmtrc.json`. Rejects when the text
 * cannot be parsed.
 */
export async function formatText(path: string, source: string): Promise<string> {
	const child = spawn(process.execPath, [program, `--stdin-filepath=${path}`], { cwd: root });
	child.stdin.end(source);
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once('error', reject).once('close', resolve);
	});
	const [formatted, errors, code] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		ended,
	]);
	if (code !== 0) throw new Error(`${path} cannot be formatted: ${errors.trim()}`);
	return formatted;
}
