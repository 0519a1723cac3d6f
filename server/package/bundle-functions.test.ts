import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { denoBinary } from '../functions/functions.ts';
import { layout as packaged } from '../layout/in-package.ts';
import { bundleFunctions } from './bundle-functions.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-bundle-'));
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

test.each([[['events', 'sdk']], [['deliver', 'manage', 'mcp', 'oauth', 'screenshots']]])(
	'the bundles of %s load under Deno without any package',
	async (only) => {
		const { names, failures } = await load({ only });
		expect(failures).toEqual({});
		expect(names.toSorted()).toEqual(only);
	},
);
