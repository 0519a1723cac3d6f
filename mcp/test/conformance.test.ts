import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

import { expect, inject, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { openManyAddresses } from './many-addresses.ts';

const { apiUrl } = inject('stack');
const manifest = createRequire(import.meta.url).resolve(
	'@modelcontextprotocol/conformance/package.json',
);
const program = join(dirname(manifest), 'dist/index.js');
const expectedFailures = fileURLToPath(new URL('conformance.yml', import.meta.url));

// The suite's authorization scenarios are run in supabase/functions/oauth/clients.test.ts.
it(
	'passes every check of the conformance suite but those that do not apply',
	thorough,
	async () => {
		// All scenarios together exceed the rate limit of one address.
		const proxy = await openManyAddresses(apiUrl);
		const { code, output } = await runSuite(`${proxy.apiUrl}/mcp`);
		proxy.close();
		const [, verdict = output] = output.split('Expected failures (in baseline):');
		expect([code, verdict]).toEqual([0, expect.stringContaining('Baseline check passed')]);
		const listed = readFileSync(expectedFailures, 'utf8');
		expect(findAll(/^ {2}~ (.+)$/gm, verdict)).toEqual(findAll(/^ {2}- (.+)$/gm, listed));
		// Skipped scenarios do not count as failures, so check how many passed.
		const [passed] = findAll(/^Total: (\d+) passed/gm, output);
		expect(Number(passed)).toBeGreaterThanOrEqual(162);
	},
);

function findAll(pattern: RegExp, text: string): string[] {
	return [...text.matchAll(pattern)].map(([, found]) => found!).sort();
}

async function runSuite(url: string): Promise<{ code: number; output: string }> {
	const args = ['server', '--url', url, '--suite', 'all', '--expected-failures', expectedFailures];
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			[program, ...args],
			{ maxBuffer: 64 * 1_024 * 1_024 },
			(error, stdout, stderr) =>
				resolve({
					code: error ? Number(error.code) : 0,
					output: stripVTControlCharacters(stderr + stdout),
				}),
		);
	});
}
