import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { listFiles } from './tree.ts';
import manifest from '../package.json' with { type: 'json' };
import { root } from '../server/layout/tree.ts';

type Manifest = Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>> & {
	name?: string;
};

const manifests = listFiles('*/package.json').map(
	(path) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest,
);
const dependencies = new Map(
	manifests.map(({ name = '', ...manifest }) => [
		name,
		Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }),
	]),
);

test('a package has the name of its folder', () => {
	// A folder of one of the SDK's entries, for tools that do not read exports, has no name.
	const names = listFiles('*/package.json').map((path, at) => [
		manifests[at]!.name ?? 'none',
		manifests[at]!.name ? `@feedback/${dirname(path).replaceAll('/', '-')}` : 'none',
	]);
	expect(names.map(([name]) => name)).toEqual(names.map(([, wanted]) => wanted));
});

test('no package depends on itself through others', () => {
	const findCycle = (name: string, trail: string[]): string[] | undefined => {
		if (trail.includes(name)) return [...trail, name];
		const nexts = dependencies.get(name) ?? [];
		return nexts.map((next) => findCycle(next, [...trail, name])).find(Boolean);
	};
	expect([...dependencies.keys()].flatMap((name) => findCycle(name, []) ?? [])).toEqual([]);
});

// The packages that overrides skip make up a tenth of the installation, and only programs that we never start load
// them.
test.each(Object.keys(manifest.overrides))(
	'%s works without the packages that are skipped',
	(name) => {
		const load = `await import('${name}'); await import('${name}/postgres');`;
		const { stderr, status } = spawnSync(
			process.execPath,
			['--input-type=module', '--eval', load],
			{ cwd: join(root, 'testing'), encoding: 'utf8' },
		);
		expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
	},
);
