import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

import { isRoot, nobody } from './folder-owner.ts';

/**
 * Throws when a cluster was created by another user: Postgres would refuse it, and files that this user writes there
 * could lock the other user out.
 */
export function requireOwnCluster(cluster: string): void {
	const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
	const user = isRoot() ? nobody.uid : process.getuid?.();
	if (owner === undefined || user === undefined || owner === user) return;
	// Started by root, Postgres runs as `nobody`.
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
