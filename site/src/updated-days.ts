import { execFileSync } from 'node:child_process';

let days: Map<string, string> | undefined;

/**
 * The day each page was last committed, by its path from `site/` (`../content/index.mdx`). Pages that were
 * never committed are missing, and so are all of them without git.
 */
export function updatedDays(): ReadonlyMap<string, string> {
	days ??= readDays();
	return days;
}

function readDays(): Map<string, string> {
	const found = new Map<string, string>();
	let day = '';
	for (const line of readLog().split('\n')) {
		if (line.startsWith('@')) day = line.slice(1);
		// Newest first: the first day seen of a file is its last change.
		else if (line && !found.has(`../${line}`)) found.set(`../${line}`, day);
	}
	return found;
}

function readLog(): string {
	try {
		return execFileSync(
			'git',
			['log', '--format=@%cs', '--name-only', '--no-renames', '--', ':/content'],
			{ encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] },
		);
	} catch {
		return '';
	}
}
