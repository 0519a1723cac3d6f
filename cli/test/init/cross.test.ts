import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { frameworks } from '../../src/init/frameworks.ts';
import type { Result } from '../../src/init/result.ts';
import { apps, variants } from './cross.ts';
import { makeFolder } from './fixtures.ts';
import { createMachine, given, readFolder } from './run-init.ts';

const ids = frameworks.map(({ id }) => id);
const { run } = createMachine();

it('covers every framework', () => {
	expect(Object.keys(apps).toSorted()).toEqual(ids.toSorted());
});

const byteVariants = new Set(['CRLF', 'byte order mark']);

/** The result of a run: the diffs, or the whole files in variants that are about their bytes. */
function describeResult(app: string, variant: string, result: Result): string {
	const files = result.files.map(({ path, diff }) =>
		byteVariants.has(variant) ? `${path}\n${showBytes(join(app, path))}` : (diff ?? ''),
	);
	const state = `${result.state}${result.existing ? ` in ${result.existing}` : ''}`;
	// Every run notes that the service could not be reached.
	const notes = result.notes.filter((note) => !note.includes('could not be checked'));
	return `=== ${variant}: ${[state, ...files, ...notes].join('\n').trim()}`;
}

const showBytes = (path: string) =>
	readFileSync(path, 'utf8').replaceAll('\r', '␍').replaceAll('\ufeff', '<BOM>');

describe.each(ids)('%s', (id) => {
	it('gets the SDK in each variant as in the golden files', async () => {
		const results: string[] = [];
		for (const [variant, make] of Object.entries(variants)) {
			const { files, folder = '' } = make(apps[id]!);
			const app = join(makeFolder(files), folder);
			const planned = await run(app, given, true);
			expect([variant, planned.framework?.id]).toEqual([variant, id]);
			await run(app, given);
			results.push(describeResult(app, variant, planned));
		}
		const installed = makeFolder(apps[id]!.typescript);
		await run(installed, given);
		results.push(describeResult(installed, 'installed already', await run(installed, given)));
		await expect(`${results.join('\n\n')}\n`).toMatchFileSnapshot(`golden/cross/${id}.diff`);
	});

	it.each(Object.keys(variants))('is restored to the byte: %s', async (variant) => {
		const { files, folder = '' } = variants[variant]!(apps[id]!);
		const top = makeFolder(files);
		const before = readFolder(top);
		const app = join(top, folder);
		expect((await run(app, given)).state).toBe('installed');
		const after = readFolder(top);
		expect(after).not.toEqual(before);
		expect(await run(app, given)).toMatchObject({ state: 'unchanged', files: [] });
		expect(readFolder(top)).toEqual(after);
		await run(app, { undo: true });
		expect(readFolder(top)).toEqual(before);
	});
});
