import { existsSync, readFileSync } from 'node:fs';
import { product } from '@feedback/contract';

import { Failure } from '../failure.ts';
import { hashOf } from './hash.ts';
import type { Journal, JournalEntry, Journals } from './journal.ts';
import { isInstalled, runInstall } from './package-manager.ts';
import type { PackageManager } from './package-manager.ts';
import { readIfThere } from './write-changes.ts';

type Options = {
	root: string;
	spec: string;
	manager: PackageManager;
	journal: Journal;
	journals: Journals;
	env: NodeJS.ProcessEnv;
	quiet: boolean;
};

/** Installs the SDK; the journal knows the manifest and the lockfile as they were. */
export async function installPackage(options: Options): Promise<void> {
	const { root, spec, manager, journal, journals, env, quiet } = options;
	const argv = manager.add(spec);
	const entries = manager.files.map((path): JournalEntry => {
		const before = readIfThere(path);
		return {
			path,
			before: before === undefined ? null : Buffer.from(before).toString('base64'),
			mode: null,
			after: null,
		};
	});
	const known = [...journal.entries];
	journal.entries = [...known, ...entries];
	journal.installed = true;
	journals.keep(journal);
	const { ok, said } = await runInstall(argv, { cwd: root, env, quiet });
	journal.entries = [
		...known,
		...entries.flatMap((entry): JournalEntry[] => {
			if (!existsSync(entry.path)) return entry.before === null ? [] : [entry];
			return [{ ...entry, after: hashOf(readFileSync(entry.path)) }];
		}),
	];
	journals.keep(journal);
	if (ok && isInstalled(root, product.sdkPackage)) return;
	// It has come to an end, though not to a good one: only a killed run stays open.
	journals.keep({ ...journal, state: 'done' });
	throw new Failure('install_failed', `The SDK was not installed: "${argv.join(' ')}" failed.`, {
		hint: 'The code is written already. Install the package by hand, or take everything back with "feedback init --undo".',
		details: { command: argv, output: said },
	});
}
