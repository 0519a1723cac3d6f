import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { denoBinary } from '../functions/functions.ts';
import { layout as packaged } from '../layout/in-package.ts';
import { root } from '../layout/tree.ts';
import { ingestNames } from '../functions/ingest-names.ts';
import { bundleFunctions } from './bundle-functions.ts';

// Deno reads nothing below /dev, where temporary folders may be.
mkdirSync(join(root, 'server/build'), { recursive: true });
const folder = mkdtempSync(join(root, 'server/build/bundle-'));
beforeAll(() => bundleFunctions(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the host of the functions prints first. */
async function load(choice: object): Promise<{ names: string[]; failures: object }> {
	const child = spawn(
		denoBinary(),
		[
			'run',
			'--no-prompt',
			'--no-lock',
			...packaged.denoFlags,
			'--allow-env',
			'--allow-net=127.0.0.1',
			`--allow-read=${folder}`,
			join(folder, 'functions-host.js'),
			folder,
			packaged.handler,
			JSON.stringify(choice),
		],
		{ stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, DENO_DIR: join(folder, 'deno') } },
	);
	try {
		for await (const line of createInterface({ input: child.stdout })) {
			return JSON.parse(line) as { names: string[]; failures: object };
		}
		throw new Error('Deno printed nothing.');
	} finally {
		child.kill();
	}
}

test.each([[ingestNames.toSorted()], [['deliver', 'manage', 'mcp', 'oauth', 'screenshots']]])(
	'the bundles of %s load under Deno without any package',
	async (only) => {
		const { names, failures } = await load({ only });
		expect(failures).toEqual({});
		expect(names.toSorted()).toEqual(only);
	},
);

/** The files that a bundle loads at once, not on demand. */
function filesOf(entry: string, found = new Set<string>()): Set<string> {
	if (found.has(entry)) return found;
	found.add(entry);
	for (const [, path] of readFileSync(entry, 'utf8').matchAll(
		/^(?:import|\}) .*"(\..*)";$|^import "(\..*)";$/gm,
	)) {
		if (path) filesOf(join(dirname(entry), path), found);
	}
	return found;
}

/** Names of the npm packages that functions load when they start. */
function packagesOf(names: readonly string[]): Set<string> {
	const files = names.flatMap((name) => [...filesOf(join(folder, name, packaged.handler))]);
	return new Set(
		files.flatMap((file) =>
			[...readFileSync(file, 'utf8').matchAll(/^\/\/ \S*node_modules\/((?:@[^/]+\/)?[^/]+)/gm)].map(
				([, name]) => name!,
			),
		),
	);
}

const loaded = (files: Iterable<string>) =>
	[...files].reduce((bytes, file) => bytes + statSync(file).size, 0);

test('visitors’ events load only what they need', () => {
	const files = new Set(
		ingestNames.flatMap((name) => [...filesOf(join(folder, name, packaged.handler))]),
	);
	expect(loaded(files)).toBeLessThan(1_000_000);
	const packages = packagesOf(ingestNames);
	expect(packages).toContain('zod');
	for (const name of ['jose', 'fflate', 'undici']) expect(packages).not.toContain(name);
});

test('what few servers need is loaded on demand', () => {
	const packages = packagesOf(['deliver', 'manage', 'mcp', 'oauth', 'screenshots']);
	expect(packages).toContain('jose');
	for (const name of ['undici', 'nodemailer', 'web-push', '@simplewebauthn/server']) {
		expect(packages).not.toContain(name);
	}
});
