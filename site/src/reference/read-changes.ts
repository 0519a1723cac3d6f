export type Release = { version: string; changes: string[] };

/**
 * The releases of a changelog in the format of changesets: a heading for each release, with lists by size of the change
 * below it.
 */
export function readChanges(text: string): Release[] {
	const releases: Release[] = [];
	for (const line of text.split('\n')) {
		const [, version] = /^## (\S+)/.exec(line) ?? [];
		if (version) releases.push({ version, changes: [] });
		const [, first] = /^- (?:[0-9a-f]{7}: )?(.+)/.exec(line) ?? [];
		const [, more] = /^ {2}(\S.*)/.exec(line) ?? [];
		const changes = releases.at(-1)?.changes;
		if (first) changes?.push(first);
		if (more && changes?.length) changes[changes.length - 1] += ` ${more}`;
	}
	return releases;
}
