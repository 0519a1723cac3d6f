import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import { openJournals } from '../../src/init/journal.ts';
import { undoLast } from '../../src/init/undo.ts';
import { writeChanges } from '../../src/init/write-changes.ts';
import { fixtures, makeEmptyFolder, makeFolder } from './fixtures.ts';
import { createMachine, given, readFolder } from './run-init.ts';

const program = fileURLToPath(new URL('killed-run.ts', import.meta.url));
const files = { 'main.js': 'before', 'other.js': 'other' };

const bytes = (text: string) => new TextEncoder().encode(text);

/** A copy of the disk as a kill before a step would leave it: all writes are synchronous. */
type Snapshot = { step: string; restore(): void };

function record(folders: string[], run: (onStep: (step: string) => void) => void): Snapshot[] {
	const snapshots: Snapshot[] = [];
	run((step) => {
		const copy = makeEmptyFolder();
		const copies = folders.map((folder, at) => [folder, join(copy, String(at))] as const);
		for (const [folder, kept] of copies)
			cpSync(folder, kept, { recursive: true, verbatimSymlinks: true });
		snapshots.push({
			step,
			restore: () => {
				for (const [folder, kept] of copies) {
					rmSync(folder, { recursive: true });
					cpSync(kept, folder, { recursive: true, verbatimSymlinks: true });
				}
			},
		});
	});
	return snapshots;
}

function writeAll(config: string, app: string, onStep?: (step: string) => void): void {
	const writes = [
		{ path: join(app, 'main.js'), bytes: bytes('edited') },
		{ path: join(app, 'new/deep/file.js'), bytes: bytes('created') },
		{ path: join(app, 'new/link'), link: 'deep' },
	];
	const journals = openJournals(config, app);
	writeChanges(writes, { app, top: app, journals, now: new Date(0), ...(onStep && { onStep }) });
}

describe('a run that is killed', () => {
	it('before any step can be undone', () => {
		const [config, app] = [makeEmptyFolder(), makeFolder(files)];
		const before = readFolder(app);
		const snapshots = record([config, app], (onStep) => writeAll(config, app, onStep));
		expect(snapshots.length).toBeGreaterThan(8);
		const journals = openJournals(config, app);
		for (const { step, restore } of snapshots) {
			restore();
			if (journals.last()) undoLast(journals);
			expect(readFolder(app), step).toEqual(before);
			expect(journals.last()).toBeUndefined();
		}
	});

	it('during --undo can be undone again', () => {
		const [config, app] = [makeEmptyFolder(), makeFolder(files)];
		const before = readFolder(app);
		writeAll(config, app);
		const journals = openJournals(config, app);
		const snapshots = record([config, app], (onStep) => undoLast(journals, { onStep }));
		expect(snapshots.length).toBeGreaterThan(5);
		for (const { step, restore } of snapshots) {
			restore();
			undoLast(journals);
			expect(readFolder(app), step).toEqual(before);
		}
	});

	it('by SIGKILL before a rename can be undone', () => {
		const [config, app] = [makeEmptyFolder(), makeFolder(files)];
		const before = readFolder(app);
		const { signal } = spawnSync(process.execPath, [program, config, app, 'rename']);
		expect(signal).toBe('SIGKILL');
		expect(readFolder(app)).not.toEqual(before);
		undoLast(openJournals(config, app));
		expect(readFolder(app)).toEqual(before);
	});

	it('must be undone before the next run', async () => {
		const { config, run } = createMachine();
		const app = makeFolder({ ...fixtures['vite-plain']!.files, ...files });
		const before = readFolder(app);
		writeAll(join(config, 'feedback'), app);
		await expect(run(app, given)).rejects.toMatchObject({ code: 'unfinished_run', exitCode: 3 });
		await run(app, { undo: true });
		expect(readFolder(app)).toEqual(before);
		expect((await run(app, given)).state).toBe('installed');
	});
});

describe('--undo', () => {
	it('changes nothing when a file was changed in the meantime', async () => {
		const { run } = createMachine();
		const app = makeFolder(fixtures['next-old-app']!.files);
		await run(app, given);
		writeFileSync(join(app, 'src/app/layout.tsx'), 'mine');
		const before = readFolder(app);
		await expect(run(app, { undo: true })).rejects.toMatchObject({
			code: 'edited_since',
			details: { files: [join(app, 'src/app/layout.tsx')] },
		});
		expect(readFolder(app)).toEqual(before);
	});

	it('undoes one run at a time', async () => {
		const { run } = createMachine();
		const app = makeFolder(fixtures['vite-plain']!.files);
		const start = readFolder(app);
		await run(app, given);
		const afterFirst = readFolder(app);
		await run(app, { ...given, agent_skill: true });
		await run(app, { undo: true });
		expect(readFolder(app)).toEqual(afterFirst);
		await run(app, { undo: true });
		expect(readFolder(app)).toEqual(start);
		await expect(run(app, { undo: true })).rejects.toMatchObject({ code: 'not_found' });
	});

	it('keeps the permissions of a file, and writes through a symbolic link within the repository', async () => {
		const { run } = createMachine();
		const app = makeFolder(fixtures['vite-plain']!.files);
		const real = join(app, 'shared.js');
		writeFileSync(real, 'run();\n');
		rmSync(join(app, 'main.js'));
		symlinkSync(real, join(app, 'main.js'));
		chmodSync(real, 0o640);
		const before = readFolder(app);
		await run(app, given);
		expect(readFolder(app)['main.js']).toBe('link');
		expect(statSync(real).mode & 0o777).toBe(0o640);
		await run(app, { undo: true });
		expect(readFolder(app)).toEqual(before);
		expect(statSync(real).mode & 0o777).toBe(0o640);
	});
});
