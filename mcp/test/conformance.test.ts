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

// The scenarios for authorization servers are run in supabase/functions/oauth/clients.test.ts.
describe('the conformance suite of the Model Context Protocol', () => {
	it('finds no fault in any of its scenarios beyond the ones that do not apply', async () => {
		const args = ['server', '--url', `${apiUrl}/mcp`, '--suite', 'all'];
		const [code, said] = await new Promise<[number, string]>((resolve) => {
			execFile(
				process.execPath,
				[program, ...args, '--expected-failures', excused],
				{ maxBuffer: 64 * 1_024 * 1_024 },
				(error, stdout, stderr) => resolve([error ? Number(error.code) : 0, stdout + stderr]),
			);
		});
		const [, passed] = /Total: (\d+) passed/.exec(said) ?? [];
		expect([code, said.slice(-4_000)]).toEqual([0, expect.anything()]);
		// As many as there were; a server that answers nothing would pass few.
		expect(Number(passed)).toBeGreaterThanOrEqual(162);
	}, 180_000);
});
