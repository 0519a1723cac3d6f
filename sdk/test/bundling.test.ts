// Servers import the SDK too, and some of their bundlers run at once what browsers load lazily.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import globals from 'globals';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';

import { folds } from './fold.ts';

const bundle = inject('bundle');
const room = join(import.meta.dirname, '..');
const bin = join(room, '../node_modules/.bin');
const manifest = JSON.parse(readFileSync(join(room, 'package.json'), 'utf8')) as {
	exports: Record<string, string | { default: string }>;
};
/** The name and the file of each entry of the package. */
const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
	typeof target === 'string' ? [] : [[name, target.default.replace('./dist/', '')] as const],
);

/** A server that calls what it imports. */
const server = `
import * as sdk from './sdk.mjs';

async function test() {
	if (!Object.keys(sdk).length) throw new Error('Nothing is exported.');
	const { Feedback } = sdk;
	if (!Feedback) return;
	Feedback.init({ siteId: 'site_test000000' });
	Feedback.identify('user_42');
	await Feedback.ready();
	if (await Feedback.event('report.exported')) throw new Error('A prompt was displayed.');
}

export default { test };
`;

/** What only browsers have. */
const browserOnly = Object.keys(globals.browser).filter((name) => !(name in globals.nodeBuiltin));

/** Notes which of them the module asks for while it is loaded. */
const watching = `
const asked = [];
for (const name of ${JSON.stringify(browserOnly)}) {
	Object.defineProperty(globalThis, name, { configurable: true, get: () => void asked.push(name) });
}
const { default: server } = await import('./server.mjs');
if (asked.length) throw new Error('Asked for ' + asked);
await server.test();
`;

/** Starts the server of a folder, and throws what it wrote when it fails. */
const runtimes: Record<string, (folder: string) => void> = {
	Node: (folder) => run(folder, process.execPath, ['--input-type=module', '--eval', watching]),
	Deno(folder) {
		const start = join(folder, 'start.mjs');
		writeFileSync(start, `import server from './server.mjs'; await server.test();`);
		run(folder, join(bin, 'deno'), ['run', '--no-config', start]);
		rmSync(start);
	},
	workerd(folder) {
		const modules = readdirSync(folder)
			.filter((file) => file.endsWith('.mjs'))
			.sort((file) => (file === 'server.mjs' ? -1 : 1))
			.map((file) => `(name = "${file}", esModule = embed "${file}")`);
		const config = `using Workerd = import "/workerd/workerd.capnp";
			const config :Workerd.Config = (services = [(name = "main", worker = .server)]);
			const server :Workerd.Worker = (
				compatibilityDate = "2026-01-01",
				modules = [${modules.join(', ')}],
			);`;
		writeFileSync(join(folder, 'config.capnp'), config);
		run(folder, join(bin, 'workerd'), ['test', 'config.capnp']);
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

		beforeAll(async () => {
			mkdirSync(folder(), { recursive: true });
			const app = join(workshop, `${bundler}-${file}`);
			writeFileSync(app, `export * from ${JSON.stringify(join(bundle, file))};`);
			await fold(app, folder());
			writeFileSync(join(folder(), 'server.mjs'), server);
		});

		it.each(Object.keys(runtimes))('runs no browser API in %s', (runtime) => {
			runtimes[runtime]!(folder());
		});
	});
});
