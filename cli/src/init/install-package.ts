import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

import { product } from '@feedback/contract';

import { Failure } from '../failure.ts';
import { shellLine } from '../output/shell-word.ts';
import { refuseOutside } from './contained.ts';
import { hashOf } from './hash.ts';
import type { Journal, JournalEntry, Journals } from './journal.ts';
import { isInstalled, isProgram, runInstall } from './package-manager.ts';
import type { PackageManager } from './package-manager.ts';
import { changedNothing, undoLast } from './undo.ts';
import { readIfThere } from './write-changes.ts';

type Options = {
	root: string;
	spec: string;
	manager: PackageManager;
	journal: Journal;
	journals: Journals;
	env: NodeJS.ProcessEnv;
	/** The stream to which the package manager's output is copied. */
	copyTo: Writable | undefined;
};

/** Ends a run. Removes the journal of a run that changed nothing, and returns whether the journal was kept. */
export function endRun(journals: Journals, journal: Journal): boolean {
	const isKept = !changedNothing(journal);
	if (isKept) journals.update({ ...journal, state: 'done' });
	else journals.removeLast();
	return isKept;
}

/**
 * Throws when the app's package manager is not installed, or would write to outside `top` through a link; called before
 * anything is written.
 */
export function refuseInstall(
	{ name, add, files }: PackageManager,
	{ spec, top, env }: { spec: string; top: string; env: NodeJS.ProcessEnv },
): void {
	for (const path of files) refuseOutside(top, path);
	const [program = name] = add(spec);
	if (isProgram(program, env)) return;
	const install =
		name === 'npm' ? 'Install Node.js with npm' : `Install it (npm install --global ${name})`;
	throw new Failure(
		'install_failed',
		`The app uses ${name}, but there is no program "${program}" on the PATH. Nothing was changed.`,
		{
			hint: `${install}, or edit the code only, with --skip-install, and install the SDK later: ${shellLine(add(spec))}`,
			details: { command: add(spec), program },
		},
	);
}

/**
 * Installs the SDK. The journal records the manifest and the lockfile as they were before; when the installation fails,
 * the whole run is undone.
 */
export async function installPackage(options: Options): Promise<void> {
	const { root, spec, manager, journal, journals, env, copyTo } = options;
	const argv = manager.add(spec);
	const modules = [root, manager.settingsFolder].flatMap((folder) => {
		const path = join(folder, 'node_modules');
		return existsSync(path) ? [join(path, product.sdkPackage)] : [path];
	});
	const added = modules.filter((path) => !existsSync(path));
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
	journals.update(journal);
	const { ok, output } = await runInstall(argv, { cwd: root, env, copyTo });
	journal.entries = [
		...known,
		...entries.flatMap((entry): JournalEntry[] => {
			if (!existsSync(entry.path)) return entry.before === null ? [] : [entry];
			return [{ ...entry, after: hashOf(readFileSync(entry.path)) }];
		}),
	];
	journals.update(journal);
	if (ok && isInstalled(root, product.sdkPackage)) return;
	throw takeBack(argv, output, added, journals);
}

function takeBack(
	command: string[],
	output: string,
	added: readonly string[],
	journals: Journals,
): Failure {
	const message = `The SDK was not installed: "${shellLine(command)}" failed.`;
	const details = { command, output };
	try {
		undoLast(journals);
		for (const path of added) rmSync(path, { recursive: true, force: true });
	} catch (cause) {
		return new Failure('install_failed', message, {
			hint: 'The code has been changed, and could not be changed back. Make the folder writable, then undo the run.',
			details,
			next: [['feedback', 'init', '--undo']],
			cause,
		});
	}
	const said = output.split('\n').findLast((line) => /\berr/i.test(line) && !/debug/.test(line));
	return new Failure('install_failed', `${message} Every change was taken back.`, {
		hint: [
			...(said ? [`It said: ${said.trim()}`] : []),
			'Repair that and run the command again, or edit the code only, with --skip-install.',
		].join('\n'),
		details,
	});
}
