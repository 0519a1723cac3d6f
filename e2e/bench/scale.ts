// Measures the effect of size: prompts and subjects elsewhere on the site, candidates that are rejected,
// one hot subject, batches. Run it with: npx node e2e/bench/scale.ts
import { reportTable } from '../prove/report.ts';
import { startBenchDatabase } from './database.ts';
import { median } from './median.ts';
import { compare, type Figure, rounded, type Variant } from './measure.ts';
import * as make from './requests.ts';
import { fillBatches, fillCandidates, fillHot, fillSize } from './scale-pools.ts';

const elsewhere = Number(process.env['BENCH_PROMPTS'] ?? 9_990);
const subjects = Number(process.env['BENCH_SUBJECTS'] ?? 1_000_000);
const requests = 50_000;
const batches = 20_000;

const { admin, lanes, stop } = await startBenchDatabase(16);
const fill = { admin, make, requests };
try {
	await make.prepareRequests(admin);
	const sizes = await prepareSizes();
	const candidates = await fillCandidates(fill);
	const hot = await fillHot(fill);
	const batch = await fillBatches({ ...fill, requests: batches });
	await make.analyzeFilled(admin);
	await compareSizes(sizes);
	await compareCandidates(candidates);
	await compareHot(hot);
	await measureBatches(batch);
} finally {
	await stop();
}

async function prepareSizes(): Promise<{ pair: Variant[]; alone: number }> {
	const small = await fillSize(fill, 'small', 0, 1_000);
	await make.analyzeFilled(admin);
	const alone = await countBuffers(small);
	const large = await fillSize(fill, 'large', elsewhere, subjects);
	return { pair: [small, large], alone };
}

async function compareSizes({ pair, alone }: { pair: Variant[]; alone: number }): Promise<void> {
	// Count them now: the many events of the comparison will make the indexes of the small site deeper.
	const buffers = await countBuffers(pair[1]!);
	const figures = await compare(pair, lanes.slice(0, 1));
	const [small, large] = pair.map(({ name }) => figures.get(name)!.cpu);
	const names = ['10 prompts, 1,000 subjects', describeSize(elsewhere + 10, subjects)] as const;
	reportTable('One call', {
		[names[0]]: { 'CPU, µs': Math.round(small!), pages: alone },
		[names[1]]: { 'CPU, µs': Math.round(large!), pages: buffers },
		ratio: {
			CPU: rounded(large! / small!),
			pages: { value: rounded(buffers / alone), goal: { at_most: 1.25 } },
		},
	});
}

function describeSize(prompts: number, people: number): string {
	return `${prompts.toLocaleString('en')} prompts, ${people.toLocaleString('en')} subjects`;
}

// Pages that one call reads or writes, in memory or not: other processes on the machine do not affect this figure.
// The small site's pages are counted before the large site is filled, while the indexes are small.
async function countBuffers({ statement }: Variant): Promise<number> {
	const counts = [];
	for (let n = 0; n < 201; n++) {
		const [row] = await lanes[0]!.unsafe(
			`explain (analyze, buffers, format json) ${statement.replace('$1', String(requests - 1 - n))}`,
		);
		const { Plan: plan } = (row!['QUERY PLAN'] as { Plan: Record<string, number> }[])[0]!;
		counts.push(plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!);
	}
	return median(counts);
}

async function compareCandidates(compared: Variant[]): Promise<void> {
	const figures = await compare(compared, lanes.slice(0, 1));
	const [one, thousand, otherValue] = compared.map(({ name }) => figures.get(name)!.cpu);
	reportTable('Candidates that their properties reject', {
		'1 candidate': { 'CPU, µs': Math.round(one!) },
		'1,001 candidates': { 'CPU, µs': Math.round(thousand!) },
		'each that is tried and rejected': {
			'CPU, µs': { value: rounded((thousand! - one!) / 1_000), goal: { at_most: 1.2 } },
		},
		'each with another index value': { 'CPU, µs': rounded((otherValue! - one!) / 1_000) },
	});
}

async function compareHot(pair: Variant[]): Promise<void> {
	const figures = await compare(pair, lanes);
	reportTable(
		'A prompt shown once, 16 clients',
		Object.fromEntries(Array.from(figures, ([name, figure]) => [name, show(figure)])),
	);
	const [row] = await admin`
		select max(n)::int as most from (select count(*) as n from app.displays group by subject_id) d`;
	reportTable('Displays to one subject', {
		'at most': { count: { value: row!['most'] as number, goal: { exactly: 1 } } },
	});
}

async function measureBatches(batch: Variant): Promise<void> {
	const figure = (await compare([batch], lanes.slice(0, 8))).get(batch.name)!;
	reportTable('Batches of 20 events, 8 clients', {
		'batch of 20': { ...show(figure), 'events, /s': Math.round(figure.rate * 20) },
		'each event': { 'CPU, µs': rounded(figure.cpu / 20) },
	});
}

function show(figure: Figure) {
	return { 'rate, calls/s': Math.round(figure.rate), 'CPU, µs': Math.round(figure.cpu) };
}
