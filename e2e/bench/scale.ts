// Measures the effect of size: prompts and subjects elsewhere on the site, candidates that are rejected,
// one hot subject, batches. Run it with: npx node e2e/bench/scale.ts
import { promptOf } from '../../supabase/tests/sites.ts';
import { startBenchDatabase } from './database.ts';
import { median } from './median.ts';
import { compare, type Figure, rounded, type Variant } from './measure.ts';
import {
	liftLimits,
	makeRequests,
	makeSites,
	makeVisitors,
	prepareRequests,
	publishAll,
	rejectingPrompts,
	reportFrom,
} from './requests.ts';

const elsewhere = Number(process.env['BENCH_PROMPTS'] ?? 9_990);
const subjects = Number(process.env['BENCH_SUBJECTS'] ?? 1_000_000);
const requests = 50_000;
const batches = 20_000;

const { admin, lanes, stop } = await startBenchDatabase(16);
try {
	await prepareRequests(admin);
	const sizes = await prepareSizes();
	const candidates = await prepareCandidates();
	const hot = await prepareHot();
	await prepareBatches();
	await admin`vacuum analyze`;
	await compareSizes(sizes);
	await compareCandidates(candidates);
	await compareHot(hot);
	await measureBatches();
} finally {
	await stop();
}

function variants(pools: string[]): Variant[] {
	return pools.map((pool) => ({ name: pool, pool, statement: reportFrom(pool), requests }));
}

async function prepareSizes(): Promise<{ pair: Variant[]; alone: number }> {
	await prepareSize('small', 0, 1_000);
	const [small] = variants(['small']);
	await admin`vacuum analyze`;
	const alone = await countBuffers(small!);
	await prepareSize('large', elsewhere, subjects);
	return { pair: variants(['small', 'large']), alone };
}

async function prepareSize(pool: string, others: number, people: number): Promise<void> {
	const sites = await makeSites(admin, 1, rejectingPrompts(10, 10));
	await addPrompts(sites[0]!, others, `'elsewhere.' || n % 500`);
	await makeVisitors(admin, sites, people);
	await liftLimits(admin, sites);
	await makeRequests(admin, pool, sites, requests, `'event.' || floor(random() * 10)::int`);
}

// Copies a prompt of the site for other event names, because publishing this many would take minutes.
async function addPrompts(
	site: string,
	count: number,
	name: string,
	indexValue = '',
): Promise<void> {
	await admin.begin(async (tx) => {
		await tx`set local session_replication_role = replica`;
		await tx`
			create temporary table made on commit drop as
			select n, app.mint_id() as id, nextval('app.prompts_key_seq')::integer as key from generate_series(1, ${count}) n`;
		await tx`
			insert into app.prompts
			select copy.* from made, app.prompts p,
			lateral jsonb_populate_record(p, jsonb_build_object(
				'id', made.id, 'key', made.key, 'survey_id', 'copy-' || n)) copy
			where p.site_id = ${site} and p.id = (select id from app.prompts where site_id = ${site} limit 1)`;
		await tx`
			insert into app.candidates
			select copy.* from made, unnest(array['', ${tx.unsafe(name)}]) name, app.candidates c,
			lateral jsonb_populate_record(c, jsonb_build_object(
				'prompt_id', made.id, 'prompt_key', made.key, 'event_name', name, 'survey_id', 'copy-' || n,
				'index_value', case when name = '' then '' else ${indexValue} end)) copy
			where c.site_id = ${site} and c.event_name = '' and c.prompt_id = (
				select prompt_id from app.candidates where site_id = ${site} limit 1)`;
	});
}

async function compareSizes({ pair, alone }: { pair: Variant[]; alone: number }): Promise<void> {
	// Count them now: the many events of the comparison will make the indexes of the small site deeper.
	const buffers = await countBuffers(pair[1]!);
	const figures = await compare(pair, lanes.slice(0, 1));
	const [small, large] = pair.map(({ name }) => figures.get(name)!.cpu);
	console.log(
		`\n10 prompts and 1,000 subjects; ${elsewhere + 10} prompts and ${subjects} subjects`,
	);
	console.table({
		small: { 'CPU µs/call': Math.round(small!), buffers: alone },
		large: { 'CPU µs/call': Math.round(large!), buffers: buffers },
		'×': {
			'CPU µs/call': rounded(large! / small!),
			buffers: rounded(buffers / alone),
		},
	});
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

async function prepareCandidates(): Promise<Variant[]> {
	for (const [pool, others, indexValue] of [
		['1 candidate', 0, ''],
		['1,001 candidates', 1_000, ''],
		['1,001, 1,000 of another value', 1_000, 'another'],
	] as const) {
		const sites = await makeSites(admin, 1, rejectingPrompts(1, 1));
		await addPrompts(sites[0]!, others, `'event.0'`, indexValue);
		await makeVisitors(admin, sites, 1_000);
		await liftLimits(admin, sites);
		await makeRequests(admin, pool, sites, requests, `'event.0'`);
	}
	return variants(['1 candidate', '1,001 candidates', '1,001, 1,000 of another value']);
}

async function compareCandidates(compared: Variant[]): Promise<void> {
	const figures = await compare(compared, lanes.slice(0, 1));
	const [one, thousand, otherValue] = compared.map(({ name }) => figures.get(name)!.cpu);
	console.log('\nCandidates that their properties reject');
	console.table({
		'1 candidate': { 'CPU µs/call': Math.round(one!) },
		'1,001 candidates': { 'CPU µs/call': Math.round(thousand!) },
		'each that is tried and rejected': { 'CPU µs/call': rounded((thousand! - one!) / 1_000) },
		'each with another index value': { 'CPU µs/call': rounded((otherValue! - one!) / 1_000) },
	});
}

async function prepareHot(): Promise<Variant[]> {
	for (const [pool, people] of [
		['one subject', 1],
		['1,000 subjects', 1_000],
	] as const) {
		const sites = await makeSites(admin, 1, [promptOf({ trigger: { events: ['done'] } })]);
		await makeVisitors(admin, sites, people);
		await liftLimits(admin, sites);
		await makeRequests(admin, pool, sites, requests, `'done'`);
	}
	return variants(['one subject', '1,000 subjects']);
}

async function compareHot(pair: Variant[]): Promise<void> {
	const figures = await compare(pair, lanes);
	console.log('\nA prompt shown once, 16 clients');
	console.table(Object.fromEntries(Array.from(figures, ([name, figure]) => [name, show(figure)])));
	const [row] = await admin`
		select max(n)::int as most from (select count(*) as n from app.displays group by subject_id) d`;
	console.log(`Displays of the prompt to one subject, at most: ${row!['most']}`);
	if (row!['most'] !== 1) process.exitCode = 1;
}

async function prepareBatches(): Promise<void> {
	const sites = await makeSites(admin, 1, []);
	await publishAll(admin, sites[0]!, rejectingPrompts(10, 10));
	await makeVisitors(admin, sites, 1_000);
	await liftLimits(admin, sites);
	await makeRequests(admin, 'batch', sites, batches * 20, `'event.' || floor(random() * 10)::int`);
	await admin`
		create table bench.batches as
		select n / 20 as n, (array_agg(visit))[1] as visit, jsonb_agg(jsonb_build_object('id', event, 'name', name,
			'properties', properties, 'verified', null, 'proofFault', null, 'proofAccount', null, 'proofKey', null,
			'session', session)) as events
		from bench.requests where pool = 'batch' group by 1`;
	await admin`create unique index on bench.batches (n)`;
	await admin`grant select on bench.batches to feedback_ingest`;
}

async function measureBatches(): Promise<void> {
	const statement =
		'select r.now from bench.batches b, app.record(b.visit, b.events) r where b.n = $1';
	const batch = { name: 'batch of 20', pool: 'batches', statement, requests: batches };
	const figure = (await compare([batch], lanes.slice(0, 8))).get('batch of 20')!;
	console.log('\nBatches of 20 events, 8 clients');
	console.table({
		'batch of 20': { ...show(figure), 'events/s': Math.round(figure.rate * 20) },
		'each event': { 'CPU µs/call': rounded(figure.cpu / 20) },
	});
}

function show(figure: Figure) {
	return { 'calls/s': Math.round(figure.rate), 'CPU µs/call': Math.round(figure.cpu) };
}
