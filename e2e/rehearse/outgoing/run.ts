// Runs the rehearsal in a separate network, in which we control every address. Needs root.
import { spawnSync } from 'node:child_process';

import { installPackage } from '../../../testing/debian.ts';

if (!(await installPackage('dnsmasq-base', console.log))) {
	throw new Error('The Debian package dnsmasq-base is needed and could not be installed.');
}
const vitest = ['../../../node_modules/vitest/vitest.mjs', 'run', '--root', import.meta.dirname];
const { status } = spawnSync('unshare', ['--net', '--mount', '--', process.execPath, ...vitest], {
	stdio: 'inherit',
	cwd: import.meta.dirname,
});
process.exitCode = status ?? 1;
