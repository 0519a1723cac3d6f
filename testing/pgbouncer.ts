// Finds the pooler through which some of the tests run a second time, because hosted functions use a pooler.
import { existsSync } from 'node:fs';

import { installPackage } from './debian.ts';

const usual = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

/** Path of PgBouncer; installs Debian's package when it may. Prints a line and returns `undefined` if it is not available. */
export async function ensurePgbouncer(log: (line: string) => void): Promise<string | undefined> {
	const find = () => usual.find((path) => existsSync(path));
	const found = find();
	if (found) return found;
	await installPackage('pgbouncer', log);
	if (!find()) {
		log(
			'PgBouncer is not here: the run through a pooler is LEFT OUT. ' +
				'To have it too: sudo apt-get install pgbouncer.',
		);
	}
	return find();
}
