import { accessSync, constants, existsSync, statSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { userInfo } from 'node:os';

import { secretsFile } from '../data/secrets.ts';
import { type Check, failed, passed } from './check.ts';

/** Free bytes below which Postgres may soon refuse to write. */
const lowestFree = 1024 ** 3;

/** Checks that the data folder is writable, inaccessible to other users, and has free space. */
export function checkData(data: string): Check[] {
	const folder = nearestExisting(data);
	try {
		accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
	} catch {
		const { username } = userInfo();
		return [
			failed('data', `${username} may not write in ${folder}.`, `Run: chown ${username} ${folder}`),
		];
	}
	return [checkSecrets(data), checkSpace(data, folder)];
}

function checkSecrets(data: string): Check {
	const path = secretsFile(data);
	if (!existsSync(path)) {
		return failed('secrets', `There is no ${path}.`, 'Run: feedback-server init');
	}
	const mode = statSync(path).mode & 0o077;
	return mode === 0
		? passed('secrets', `${path} can be read by its owner only.`)
		: failed('secrets', `Other users can read ${path}.`, `Run: chmod 600 ${path}`);
}

function checkSpace(data: string, folder: string): Check {
	const { bavail, bsize } = statfsSync(folder);
	const free = bavail * bsize;
	const text = `${(free / 1024 ** 3).toFixed(1)} GiB are free for ${data}.`;
	return free >= lowestFree
		? passed('disk', text)
		: failed('disk', text, 'Free some space, or set data to a folder on a larger disk.');
}

function nearestExisting(path: string): string {
	return existsSync(path) ? path : nearestExisting(dirname(path));
}
