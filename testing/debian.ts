import { existsSync } from 'node:fs';

import { run } from './run.ts';

/** Installs a Debian package if this process is root and `apt-get` exists. Resolves to whether it was installed. */
export async function installPackage(name: string, log: (line: string) => void): Promise<boolean> {
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
	log(`Installing ${name} with apt-get, which the tests need…`);
	const environment = { DEBIAN_FRONTEND: 'noninteractive' };
	const install = ['install', '-y', '-q', '--no-install-recommends', name];
	const first = await run('apt-get', install, { environment });
	if (first.code === 0) return true;
	// A fresh image has no package lists yet.
	await run('apt-get', ['update', '-q'], { environment });
	const second = await run('apt-get', install, { environment });
	if (second.code !== 0) log(`apt-get could not install ${name}:\n${second.output.trim()}`);
	return second.code === 0;
}
