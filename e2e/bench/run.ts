// `npm run bench [name …]`: runs the scripts one after another, so that they do not disturb each other, and prints
// their figures.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { watchForEnd } from './watch-for-end.ts';

const benches: Record<string, string> = {
	ingest: 'one ingest call beside bare inserts, by clients and prompts',
	'ingest-beside': 'an event beside another checkout, which BENCH_BEFORE names',
	'ingest-instructions':
		'the instructions of an event beside another checkout, which BENCH_BEFORE names; needs Valgrind',
	row: 'what a stored event takes, by the layout of its table',
	sizing: 'what an event of a busy mix takes: CPU, bytes on disk and WAL',
	scale: 'what prompts, subjects, candidates and batches cost',
	'scale-beside': 'the same beside another checkout, which BENCH_BEFORE names',
	'earlier-answers': 'what a condition on earlier answers costs an event',
	budget: 'what a budget costs a display',
	race: 'tabs in lock-step on new visitors',
	poll: 'from a backend event to the prompt on an idle page, and what polls cost',
	driver: 'one call of the sdk function by pg, beside postgres.js',
	gateway: 'an event through the gateway, with and without metrics and log',
	server: 'the packed server: start, memory, and CPU per event',
	answer: 'what a destination costs an answer, and a release before this one',
	'answer-statement': 'what storing an answer costs Postgres, and a release before this one',
	deliveries: 'from an answer to its webhook, and claims with many destinations',
	hostile: 'what visitors wait while strangers ask for what costs most',
	http: 'an event over HTTP beside functions that do nothing, or one insert',
	maintenance: 'what ingest feels of maintenance, beside runs without it',
	command: 'how long the command takes to start, and to plan what init changes',
	dashboard: 'from an interaction to the next paint, with many prompts and responses',
	visible: 'from the event to the prompt on the page, beside another SDK',
	forecast: 'a forecast over five million events, and beside what was displayed',
	'index-build': 'what ingest feels while an index of five million events is built',
	results: 'results of a prompt with a million responses, whole and filtered',
	exports: 'a million responses in every format: rows a second, and the memory of each part',
	statistics: 'how often watched intervals miss the truth, by the kind of interval',
	lighthouse:
		'what Lighthouse says of the built dashboard on a desktop and a phone, medians of five',
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in benches));
if (unknown.length > 0) {
	console.error(
		`There is no bench "${unknown[0]}". There are: ${Object.keys(benches).join(', ')}.`,
	);
	process.exit(2);
}

const ending = watchForEnd();
for (const name of named.length > 0 ? named : Object.keys(benches)) {
	console.log(`\n${name}: ${benches[name]}\n`);
	const script = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
		stdio: 'inherit',
	});
	const end = () => script.kill('SIGTERM');
	ending.addEventListener('abort', end);
	const [status] = (await once(script, 'exit')) as [number | null];
	ending.removeEventListener('abort', end);
	if (status !== 0) process.exitCode = 1;
	if (ending.aborted) break;
}
