import { chmodSync, existsSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { installPackage } from '../../../testing/debian.ts';

/** The clock that a server and its processes read. */
export type MachineClock = {
	/** Environment that the server has to be started with. */
	environment: Record<string, string>;
	/**
	 * Sets the clock this far ahead of this machine's clock, or behind with a negative number. Timers are not affected.
	 */
	setAhead(ms: number): void;
	/** Returns how far the clock is ahead of this machine's clock, in milliseconds. */
	aheadMs(): number;
};

/**
 * Makes a clock that can be set while a server runs, using Debian's libfaketime. Needs root and a Debian machine.
 *
 * @param folder where a file with the time is written; every user must be able to read it
 * @param program path of an installed `feedback-server`, whose Deno is changed to read the clock
 */
export async function makeMachineClock(folder: string, program: string): Promise<MachineClock> {
	const library = await findLibrary();
	const file = join(folder, 'clock');
	let ahead = 0;
	const setAhead = (ms: number) => {
		ahead = ms;
		const seconds = ms / 1_000;
		// Replaced atomically, because it may be read at any moment.
		writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
		chmodSync(`${file}.new`, 0o644);
		renameSync(`${file}.new`, file);
	};
	setAhead(0);
	const environment = {
		LD_PRELOAD: library,
		FAKETIME_TIMESTAMP_FILE: file,
		FAKETIME_NO_CACHE: '1',
		FAKETIME_DONT_FAKE_MONOTONIC: '1',
	};
	wrapDeno(program, environment);
	return { environment, setAhead, aheadMs: () => ahead };
}

async function findLibrary(): Promise<string> {
	const architecture = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
	const library = `/usr/lib/${architecture}-linux-gnu/faketime/libfaketimeMT.so.1`;
	if (!existsSync(library)) await installPackage('libfaketime', console.log);
	if (!existsSync(library)) {
		throw new Error('The Debian package libfaketime is needed and could not be installed.');
	}
	return library;
}

/** The server passes only its own variables to Deno, so set them in a wrapper. */
function wrapDeno(program: string, environment: Record<string, string>): void {
	const name = `@deno/linux-${process.arch}-glibc`;
	// The command is a link into the package.
	const manifest = createRequire(realpathSync(program)).resolve(`${name}/package.json`);
	const deno = join(manifest, '../deno');
	const moved = join(manifest, '../deno-itself');
	renameSync(deno, moved);
	const variables = Object.entries(environment).map(([key, value]) => `${key}='${value}'`);
	writeFileSync(deno, `#!/bin/sh\nexec env ${variables.join(' ')} '${moved}' "$@"\n`, {
		mode: 0o755,
	});
}
