// Servers import the SDK too, and some of their bundlers immediately run code that browsers load lazily.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import globals from 'globals';
import { afterAll, beforeAll, describe, it } from 'vitest';

import { builtSdk } from './built-sdk.ts';
import { entries, writeServer } from './bundled-server.ts';
import { folds } from './fold.ts';

const bin = join(import.meta.dirname, '../../node_modules/.bin');

/** Globals that only browsers have. */
const browserOnly = Object.keys(globals.browser).filter((name) => !(name in globals.nodeBuiltin));

/** Records which of these globals the module accesses while it is loaded. */
const watching = `
const asked = [];
for (const name of ${JSON.stringify(browserOnly)}) {
	Object.defineProperty(globalThis, name, { configurable: true, get: () => void asked.push(name) });
}
const { default: server } = await import('./server.mjs');
if (asked.length) throw new Error('Asked for ' + asked);
await server.test();
`;

/** Starts the server of a folder, and throws its output when it fails. */
const runtimes: Record<string, (folder: string) => void> = {
	Node: (folder) => run(folder, process.execPath, ['--input-type=module', '--eval', watching]),
	Deno(folder) {
		const start = join(folder, 'start.mjs');
		writeFileSync(start, `import server from './server.mjs'; await server.test();`);
		run(folder, join(bin, 'deno'), ['run', '--no-config', start]);
		rmSync(start);
	},
};

let workshop: string;

beforeAll(() => void (workshop = mkdtempSync(join(tmpdir(), 'feedback-folded-'))));
afterAll(() => rmSync(workshop, { recursive: true, force: true }));

function run(cwd: string, program: string, parameters: string[]): void {
	try {
		execFileSync(program, parameters, { cwd, encoding: 'utf8', stdio: 'pipe' });
	} catch (error) {
		throw new Error((error as { stderr: string }).stderr);
	}
}

describe.each(Object.entries(folds))('a server bundled by %s', (bundler, fold) => {
	describe.each(entries)('with %s', (entry, file) => {
		const folder = () => join(workshop, bundler, file);

		beforeAll(() => writeServer(fold, join(builtSdk, file), folder()));

		it.each(Object.keys(runtimes))('runs no browser API in %s', (runtime) => {
			runtimes[runtime]!(folder());
		});
	});
});
