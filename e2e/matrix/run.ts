// The wizard in apps that the real scaffolders make: `npm run rehearse matrix`, or `npm run matrix -w @feedback/e2e --
// <id>…` for some of them. Needs the npm registry and a quarter of an hour; `npm test` has the fast part in cli/test/init.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { product, type Answers } from '@feedback/contract';

import { connectDatabase } from '../../server/postgres/connect.ts';
import { launchChromium } from '../../testing/launch-chromium.ts';
import { buildIfStale, builds } from '../../server/parts/builds.ts';
import { demo } from '../../server/demo/demo.ts';
import { standInPart } from '../../testing/auth/stand-in-part.ts';
import { startStack } from '../../server/stack/start-stack.ts';
import { runCommand } from './process.ts';
import { packageManagers, scaffolds } from './scaffolds.ts';
import type { Scaffold } from './scaffold.ts';
import { tryApp } from './try-app.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const log = (line: string) => console.log(line);

async function runMatrix(wanted: string[]): Promise<boolean> {
	choose(wanted);
	await buildIfStale(builds.sdk, log);
	await buildIfStale(builds.command, log);
	const base = mkdtempSync(join(tmpdir(), 'feedback-matrix-'));
	const stack = await startStack({ ports: 'free', demo, signIn: standInPart, quiet: true });
	const sql = connectDatabase(stack.adminUrl);
	const browser = await launchChromium();
	let failed = 0;
	try {
		const tarball = await pack('sdk', base);
		const bin = await installCommand(base);
		const path = `${await installManagers(base)}:${process.env['PATH']}`;
		for (const scaffold of choose(wanted)) {
			const folder = join(base, scaffold.id);
			mkdirSync(folder);
			try {
				const tried = await tryApp(scaffold, {
					folder,
					bin,
					tarball,
					apiUrl: stack.apiUrl,
					siteId: stack.siteId,
					browser,
					readAnswers: async (app) => {
						const rows = await sql<{ answers: Answers }[]>`
							select r.answers from app.responses r
							join app.displays d on d.site_id = r.site_id and d.id = r.display_id
							join app.event_details e on e.site_id = d.site_id and e.id = d.origin
							where r.final and e.properties ->> 'app' = ${app}`;
						return rows.map(({ answers }) => answers);
					},
					env: { ...environment(base, stack.apiUrl), PATH: path },
				});
				const version = tried.version ? ` ${tried.version}` : '';
				log(
					`passed  ${scaffold.id}: ${tried.framework}${version}, planned in ${tried.planned.toFixed(0)} ms`,
				);
			} catch (error) {
				failed += 1;
				log(`failed  ${scaffold.id}: ${(error as Error).message}`);
			} finally {
				rmSync(folder, { recursive: true, force: true });
			}
		}
	} finally {
		await browser.close();
		await sql.end();
		await stack.stop();
		rmSync(base, { recursive: true, force: true });
	}
	return failed === 0;
}

function choose(wanted: string[]): readonly Scaffold[] {
	if (wanted.length === 0) return scaffolds;
	return wanted.map((id) => {
		const found = scaffolds.find((scaffold) => scaffold.id === id);
		if (!found) throw new Error(`There is no "${id}" in the matrix.`);
		return found;
	});
}

async function pack(room: string, folder: string): Promise<string> {
	const argv = ['npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const packed: unknown = JSON.parse(await runCommand(argv, { cwd: join(root, room) }));
	const [first] = Object.values(packed as Record<string, { filename: string }>);
	return join(folder, first!.filename);
}

// Installs the command as people do: packed, and outside this tree.
async function installCommand(base: string): Promise<string> {
	const home = join(base, 'command');
	const quiet = ['--offline', '--omit=optional', '--no-audit', '--no-fund'];
	const argv = ['npm', 'install', '--prefix', home, ...quiet, await pack('cli', base)];
	await runCommand(argv, { cwd: base });
	return join(home, 'node_modules', product.cliPackage, 'dist/feedback.js');
}

// The package managers' install scripts only replace a working program with a faster one, so skip them.
async function installManagers(base: string): Promise<string> {
	const home = join(base, 'managers');
	const specs = Object.entries(packageManagers).map(([name, version]) => `${name}@${version}`);
	await runCommand(['npm', 'install', '--prefix', home, '--no-audit', '--no-fund', ...specs], {
		cwd: base,
	});
	return join(home, 'node_modules/.bin');
}

// Removes this script's own variables: a scaffolder detects the package manager by npm's variables.
function environment(base: string, apiUrl: string): NodeJS.ProcessEnv {
	const npm = Object.keys(process.env).filter((name) => /^(npm_|INIT_CWD)/i.test(name));
	return {
		...Object.fromEntries(npm.map((name) => [name, undefined])),
		XDG_CONFIG_HOME: join(base, 'config'),
		FEEDBACK_API_URL: apiUrl,
		FEEDBACK_KEYRING: '0',
		NEXT_TELEMETRY_DISABLED: '1',
		ASTRO_TELEMETRY_DISABLED: '1',
		GATSBY_TELEMETRY_DISABLED: '1',
		EXPO_NO_TELEMETRY: '1',
		NG_CLI_ANALYTICS: 'false',
		// The renderer needs no Electron to be built.
		ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
		CI: '1',
	};
}

const passed = await runMatrix(process.argv.slice(2));
process.exitCode = passed ? 0 : 1;
