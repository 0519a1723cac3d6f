import { existsSync, readFileSync } from 'node:fs';
import { product } from '@feedback/contract';

import { Failure } from '../failure.ts';
import { hashOf } from './hash.ts';
import type { Journal, JournalEntry, Journals } from './journal.ts';
import { isInstalled, isProgram, runInstall } from './package-manager.ts';
import type { PackageManager } from './package-manager.ts';
import { changedNothing } from './undo.ts';
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

/** Ends a run. One that changed nothing is forgotten: there is nothing of it to take back. Whether it is kept. */
export function endRun(journals: Journals, journal: Journal): boolean {
	const kept = !changedNothing(journal);
	if (kept) journals.keep({ ...journal, state: 'done' });
	else journals.forget();
	return kept;
}

/** Throws when the package manager that the app needs is not there, before anything is written. */
export function refuseMissing({ name, add }: PackageManager, spec: string, env: NodeJS.ProcessEnv) {
	const [program = name] = add(spec);
	if (isProgram(program, env)) return;
	const install =
		name === 'npm' ? 'Install Node.js with npm' : `Install it (npm install --global ${name})`;
	throw new Failure(
		'install_failed',
		`The app is installed with ${name}, and there is no program "${program}" on the PATH. Nothing was changed.`,
		{
			hint: `${install}, or edit the code only, with --skip-install, and install the SDK later: ${add(spec).join(' ')}`,
			details: { command: add(spec), program },
		},
	);
}

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
	const isKept = endRun(journals, journal);
	throw new Failure('install_failed', `The SDK was not installed: "${argv.join(' ')}" failed.`, {
		hint: isKept
			? 'The code is written already. Install the package by hand, or take the last run back with "feedback init --undo".'
			: 'Nothing was changed.',
		details: { command: argv, output: said },
	});
}
