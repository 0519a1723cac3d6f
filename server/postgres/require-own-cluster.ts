import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

import { isRoot, nobody } from './folder-owner.ts';

/**
 * Throws when a cluster was made by another user than this one: Postgres would refuse it, and what this user writes
 * there could lock the other one out.
 */
export function requireOwnCluster(cluster: string): void {
	const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
	const user = isRoot() ? nobody.uid : process.getuid?.();
	if (owner === undefined || user === undefined || owner === user) return;
	// Root has Postgres run as nobody.
	const name = owner === nobody.uid ? 'root' : nameOf(owner);
	throw new Error(
		`${cluster} belongs to the server of the user ${name}. Run the command as that user: ` +
			`runuser -u ${name} -- feedback-server …`,
	);
}

function nameOf(uid: number): string {
	try {
		return execFileSync('id', ['-nu', String(uid)], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}).trim();
	} catch {
		return `#${uid}`;
	}
}
