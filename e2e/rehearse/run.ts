// `npm run rehearse [name …]`: tests that are too slow or have too many requirements for `npm test`. Ends with a table.
// `npm run rehearse <name> -- --flag` passes flags on to one rehearsal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { watchForEnd } from '../bench/watch-for-end.ts';
import { faultRowsVariable, formatFaults } from './fault-rows.ts';

type Rehearsal = { about: string; file: string; args?: string[] };

const vitest = (name: string): Pick<Rehearsal, 'file' | 'args'> => ({
	file: '../../node_modules/vitest/vitest.mjs',
	args: ['run', '--root', import.meta.dirname, `${name}.test.ts`],
});

const vitestFolder = (name: string): Pick<Rehearsal, 'file' | 'args'> => ({
	file: '../../node_modules/vitest/vitest.mjs',
	args: ['run', '--root', join(import.meta.dirname, name)],
});

const rehearsals: Record<string, Rehearsal> = {
	backup: { about: "backups on S3, and of Debian's PostgreSQL", ...vitest('backup') },
	cells: {
		about: 'home and cells under load while databases fail; FEEDBACK_CELLS_MINUTES (30 by default)',
		...vitestFolder('cells'),
	},
	cluster: { about: 'two servers on one database', ...vitestFolder('cluster') },
	failover: {
		about: 'faults of two servers on a database of Patroni, under load',
		...vitestFolder('failover'),
	},
	exports: {
		about: "the docs' code that reads exported files, in DuckDB and pandas",
		...vitestFolder('exports'),
	},
	faults: { about: 'faults and outages of one server, under load', ...vitestFolder('faults') },
	figures: {
		about: 'start, memory and CPU of the packed server, and bytes of an event',
		file: '../bench/run.ts',
		args: ['server', 'row'],
	},
	deliveries: {
		about:
			'10,000 answers and their webhooks, while senders, functions, receiver and Postgres are killed',
		...vitestFolder('deliveries'),
	},
	fuzz: {
		about: 'every costly body to every route without a sign-in, with the processor time it takes',
		file: 'fuzz.ts',
	},
	journeys: {
		about: 'a person at a terminal, the wizard, an agent and every rule, against the whole service',
		...vitestFolder('journeys'),
	},
	layout: {
		about: 'no page of the dashboard shifts while it loads',
		file: '../../node_modules/vitest/vitest.mjs',
		args: ['run', '--root', join(import.meta.dirname, '../../dashboard/test/layout')],
	},
	matrix: {
		about: 'the wizard in apps of the real scaffolders, to an answered prompt',
		file: '../matrix/run.ts',
	},
	commands: {
		about: "every command of the docs' pages, on a machine that has only Node.js",
		...vitestFolder('commands'),
	},
	dev: {
		about: '`npm run dev`: a saved file of each kind is seen, with the seconds that it took',
		...vitestFolder('dev'),
	},
	registry: {
		about: "the service's registry behind TLS, in npm, pnpm, Yarn 1 and 4, and Bun",
		...vitestFolder('registry'),
	},
	demo: { about: '`npm start` with the documentation, built for its ports', ...vitest('demo') },
	'first-answer': {
		about: 'minutes from an empty machine to an answer, for a developer, a manager and an agent',
		file: 'first-answer/run.ts',
	},
	languages: {
		about: "the docs' code in Node, Python, Ruby, Go and PHP: webhooks, event proofs, settings",
		...vitestFolder('languages'),
	},
	mutations: {
		about: 'takes away each guard in SQL, functions and routes: a test has to notice',
		file: '../mutations/run.ts',
	},
	next: { about: 'the Next.js example against the whole service', ...vitest('next') },
	docs: {
		about: 'every page of the documentation: accessible, fits a phone, friendly to agents',
		file: '../../node_modules/vitest/vitest.mjs',
		args: ['run', '--root', join(import.meta.dirname, '../../site/test/every-page')],
	},
	recompute: {
		about: 'every figure of the results a second time, in Python and from exports',
		...vitestFolder('recompute'),
	},
	recipes: {
		about: "the documentation's recipes, against the whole service",
		...vitestFolder('recipes'),
	},
	workerd: { about: 'the SDK in a worker, however it was bundled', ...vitest('workerd') },
	debian: {
		about: 'the page about Debian, from the installation to a restore elsewhere',
		...vitest('debian'),
	},
	image: { about: 'the image for containers, built and run', ...vitest('image') },
	outgoing: {
		about: 'outgoing calls of a running server, in a separate network',
		file: 'outgoing/run.ts',
	},
	proxy: { about: 'the server behind Caddy and nginx, with a restart', ...vitest('proxy') },
	metrics: { about: 'alert rules and metrics, by promtool', ...vitest('metrics') },
	browsers: {
		about: 'what visitors do, in Chromium, Firefox and WebKitGTK of Debian',
		...vitestFolder('browsers'),
	},
	packages: {
		about: 'the packed SDK in Jest, Parcel, webpack, Rollup, esbuild, Vite, Next.js and Metro',
		...vitestFolder('packages'),
	},
	'fifteen-tasks': {
		about: 'what a product manager does in a week, with clicks, keys and seconds to the answer',
		...vitestFolder('fifteen-tasks'),
	},
	pages: {
		about: 'every page of the dashboard, pictured, accessible and fitting a phone',
		...vitestFolder('pages'),
	},
	pictures: {
		about: 'prompts look as approved, in both themes, on a desktop and on a phone',
		file: '../../node_modules/vitest/vitest.mjs',
		args: ['run', '--root', join(import.meta.dirname, '../../sdk/test/ui/pictures')],
	},
	screenshots: {
		about:
			'the pictures of the docs show the present code: `node e2e/pictures.ts` takes stale ones',
		file: '../pictures.ts',
		args: ['--list'],
	},
	postgres: {
		about:
			"Debian's PostgreSQL 17 with pg_cron and PgBouncer, PostgreSQL 18, functions as on Supabase",
		...vitestFolder('postgres'),
	},
	'sealing-key': {
		about: 'a running server replaces its encryption key, and is restored',
		...vitest('sealing-key'),
	},
	'self-hosted': {
		about: 'a deployment to a self-hosted Supabase, and each written function alone under Deno',
		...vitest('self-hosted'),
	},
	'ten-thousand': {
		about: '10,000 events of two tabs, each stored once, whatever the network does',
		...vitest('ten-thousand'),
	},
	thorough: {
		about: 'every test that tries less, or is left out, in `npm test`',
		file: 'thorough.ts',
	},
	upgrade: { about: 'the upgrade from the last release, under load', ...vitestFolder('upgrade') },
	worker: { about: 'the documentation as a Cloudflare Worker, on workerd', ...vitest('worker') },
};

const given = process.argv.slice(2);
const firstFlag = given.findIndex((argument) => argument.startsWith('--'));
const named = firstFlag < 0 ? given : given.slice(0, firstFlag);
const flags = firstFlag < 0 ? [] : given.slice(firstFlag);
const unknown = named.filter((name) => !Object.hasOwn(rehearsals, name));
if (unknown.length > 0) {
	const known = Object.keys(rehearsals).join(', ');
	console.error(`There is no rehearsal "${unknown[0]}". There are: ${known}.`);
	process.exit(2);
}

if (flags.length > 0 && named.length !== 1) {
	console.error(`${flags[0]} needs the name of one rehearsal before it.`);
	process.exit(2);
}

const ending = watchForEnd();
const rows: string[] = [];
const results = mkdtempSync(join(tmpdir(), 'feedback-rehearse-'));
const faultRows = join(results, 'faults.jsonl');
for (const name of named.length > 0 ? named : Object.keys(rehearsals)) {
	const { about, file, args = [] } = rehearsals[name]!;
	console.log(`\n${name}: ${about}\n`);
	const start = Date.now();
	const script = spawn(process.execPath, [join(import.meta.dirname, file), ...args, ...flags], {
		stdio: 'inherit',
		env: { ...process.env, [faultRowsVariable]: faultRows },
	});
	const end = () => script.kill('SIGTERM');
	ending.addEventListener('abort', end);
	const [status] = (await once(script, 'exit')) as [number | null];
	ending.removeEventListener('abort', end);
	if (status !== 0) process.exitCode = 1;
	const seconds = Math.round((Date.now() - start) / 1_000);
	rows.push(`| ${name} | ${status === 0 ? 'passed' : 'failed'} | ${seconds} s |`);
	if (ending.aborted) break;
}
console.log(`\n| Rehearsal | Outcome | Took |\n| --- | --- | --- |\n${rows.join('\n')}`);
console.log(formatFaults(faultRows));
rmSync(results, { recursive: true });
