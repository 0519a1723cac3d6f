import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, inject, it } from 'vitest';

const { apiUrl } = inject('stack');
const manifest = createRequire(import.meta.url).resolve(
	'@modelcontextprotocol/conformance/package.json',
);
const program = join(dirname(manifest), 'dist/index.js');
const excused = fileURLToPath(new URL('conformance.yml', import.meta.url));

// The rest of the suite calls tools of its own example server.
const scenarios = [
	'server-initialize',
	'ping',
	'tools-list',
	'dns-rebinding-protection',
	'http-header-validation',
	'sep-2164-resource-not-found',
	'caching',
	'server-stateless',
	'sep-2640-skills-enumeration',
	'sep-2640-skills-manifest',
	'sep-2640-skills-directory',
];

describe('the conformance suite of the Model Context Protocol', () => {
	it.concurrent.each(scenarios)(
		'finds no fault: %s',
		async (scenario) => {
			const args = ['server', '--url', `${apiUrl}/mcp`, '--scenario', scenario];
			const [code, said] = await new Promise<[number, string]>((resolve) => {
				execFile(
					process.execPath,
					[program, ...args, '--expected-failures', excused],
					(error, stdout, stderr) => resolve([error ? Number(error.code) : 0, stdout + stderr]),
				);
			});
			expect([code, said]).toEqual([0, expect.stringMatching(/Passed: [1-9]/)]);
		},
		180_000,
	);
});
