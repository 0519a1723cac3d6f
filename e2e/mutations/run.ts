// `npm run rehearse mutations`: takes away each guard in turn, and runs the tests that should notice.
//   --only <text>   only mutants of this group; if there is no such group, those whose ID contains it; may be repeated
//   --most <n>      only those in a sample of so many, spread evenly over all; by default, MUTATIONS_MOST
//   --again         also those that survived before
//   --workers <n>   how many test files run at once
//   --list          prints the mutants
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

import { guards } from './guards.ts';
import { learnTests, startClusters } from './known-tests.ts';
import { listMutants, type ListedMutant, sample } from './list-mutants.ts';
import { keepOutcome, readOutcomes } from './outcomes.ts';
import { listPolicyMutants } from './policies/policy-mutants.ts';
import { tryPolicies } from './policies/try-policies.ts';
import { listProblems, printReport, reportGuards, toReport, writeReport } from './report.ts';
import { openTestSession, type TestSession } from './test-session.ts';
import { type Killers, tryMutant } from './try-mutant.ts';

const { values: options } = parseArgs({
	options: {
		only: { type: 'string', multiple: true },
		most: { type: 'string', default: process.env['MUTATIONS_MOST'] ?? 'all' },
		workers: { type: 'string' },
		again: { type: 'boolean', default: false },
		list: { type: 'boolean', default: false },
	},
});

const { only } = options;
const isNamed = ({ group, id }: { group: string; id: string }) =>
	only === undefined || only.some((name) => (name in guards ? group === name : id.includes(name)));
const all = listMutants();
const named = all.filter(isNamed);
const wanted = options.most === 'all' ? named : sample(all, Number(options.most)).filter(isNamed);

if (options.list) {
	for (const { id } of wanted) console.log(id);
	process.exit();
}

// Before any Vitest starts its processes.
const hook = pathToFileURL(join(import.meta.dirname, 'mutate-on-load.ts')).href;
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import ${hook}`.trim();

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const before = readOutcomes();
const isDone = ({ id, source }: ListedMutant) => {
	const known = before.get(id);
	if (known?.sha256 !== sha256(source)) return false;
	return !(options.again && known.outcome === 'survived');
};
const todo = wanted.filter((mutant) => !isDone(mutant));
console.log(`${wanted.length} mutants, of which ${todo.length} are left.`);

let session: TestSession | undefined;
const killers: Killers = new Map();

for (const [at, mutant] of todo.entries()) {
	session ??= await openTestSession(options.workers ? Number(options.workers) : undefined);
	const { id, group, source } = mutant;
	const known = await learnTests(session, group);
	if (session.clusters().length === 0) await startClusters(session);
	const started = Date.now();
	const { outcome, tests } = await tryMutant(mutant, session, { known, killers });
	keepOutcome({ id, group, sha256: sha256(source), outcome, tests });
	const seconds = ((Date.now() - started) / 1_000).toFixed(1);
	console.log(`${at + 1}/${todo.length} ${outcome} ${seconds} s ${id}`);
	if (session.isStuck()) {
		await session.close();
		session = undefined;
	}
}
await session?.close();

// All of them are one run, which a group of guards does not wait for.
const isOfPolicies = listPolicyMutants().some(isNamed);
const policies = isOfPolicies ? (await tryPolicies(options.again)).filter(isNamed) : [];
const tried = new Set([...policies, ...wanted].map(({ id }) => id));
const outcomes = new Map([...readOutcomes()].filter(([id]) => tried.has(id)));
const report = toReport([...policies, ...named], outcomes);
const path = writeReport(report);
console.log(`\n${printReport(report)}\n\nThe report is ${path}`);
if (only === undefined) reportGuards(report);
const problems = listProblems(report).filter(
	(problem) => only === undefined || !problem.startsWith('Has'),
);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
