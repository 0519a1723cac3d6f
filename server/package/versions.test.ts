// The version in server/package.json must equal the version in the documentation and the changelog.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { root } from '../layout/tree.ts';
import manifest from '../package.json' with { type: 'json' };

const read = (path: string) => readFileSync(join(root, path), 'utf8');

it('is the version of every tarball that the documentation installs', () => {
	const pages = readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.mdx'))
		.map((path) => `content/${path}`);
	const named = [...pages, 'server/package/README.md'].flatMap((path) =>
		[...read(path).matchAll(/feedback-server-([\w.-]+)\.tgz/g)].map(([, version]) => ({
			path,
			version,
		})),
	);
	expect(named.map(({ path }) => path)).toContain('content/self-hosting/debian.mdx');
	expect(named.filter(({ version }) => version !== manifest.version)).toEqual([]);
});

it('has the newest entry of the changelog', () => {
	expect(/^## (\S+)/m.exec(read('server/CHANGELOG.md'))?.[1]).toBe(manifest.version);
});

it('has no changesets, which would never reach its changelog', () => {
	const naming = readdirSync(join(root, '.changeset')).filter(
		(name) =>
			name !== 'README.md' &&
			name.endsWith('.md') &&
			read(`.changeset/${name}`).includes(`'${manifest.name}'`),
	);
	// Their text belongs in server/CHANGELOG.md.
	expect(naming).toEqual([]);
});
