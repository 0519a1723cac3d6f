import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../server/layout/tree.ts';

const page = readFileSync(join(root, 'content/self-hosting/debian.mdx'), 'utf8');

/** A block of the page “Run it on Debian”, by its title. */
export function block(title: string): string {
	const found = new RegExp('```\\w+ title="' + title + '"\\n([^]*?)```').exec(page)?.[1];
	if (found === undefined) throw new Error(`The page has no block “${title}”.`);
	return found;
}

/**
 * Returns the commands of a block except systemd and apt commands: systemd does not run in a container, and the
 * packages are already installed.
 */
export function commands(title: string): string {
	return block(title)
		.split('\n')
		.filter((line) => !/^(systemctl|apt-get) /.test(line))
		.join('\n');
}
