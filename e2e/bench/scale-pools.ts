// Fills the sites whose size matters: many prompts and subjects, many candidates of an event, one subject, batches.
import type { Sql } from 'postgres';

import { promptOf } from '../../supabase/tests/sites.ts';
import type { Requests } from './checkouts.ts';
import type { Variant } from './measure.ts';
import { liftLimits } from './requests.ts';

/** Fills with the functions of `make`, which fit the tables of its checkout. */
export type Fill = { admin: Sql; make: Requests; requests: number };

/** A site with ten prompts, `others` for other event names, and `people` subjects. */
export async function fillSize(
	{ admin, make, requests }: Fill,
	pool: string,
	others: number,
	people: number,
): Promise<Variant> {
	const sites = await make.makeSites(admin, 1, make.rejectingPrompts(10, 10));
	await addPrompts(admin, sites[0]!, others, `'elsewhere.' || n % 500`);
	await make.makeVisitors(admin, sites, people);
	await liftLimits(admin, sites);
	await make.makeRequests(admin, pool, sites, requests, `'event.' || floor(random() * 10)::int`);
	return { name: pool, pool, statement: make.reportFrom(pool), requests };
}

/** Copies a prompt of the site for other event names, because publishing this many would take minutes. */
async function addPrompts(
	admin: Sql,
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

/** Sites with one candidate for the event, 1,001, and 1,001 of which all but one are for another index value. */
export async function fillCandidates({ admin, make, requests }: Fill): Promise<Variant[]> {
	const variants: Variant[] = [];
	for (const [pool, others, indexValue] of [
		['1 candidate', 0, ''],
		['1,001 candidates', 1_000, ''],
		['1,001, 1,000 of another value', 1_000, 'another'],
	] as const) {
		const sites = await make.makeSites(admin, 1, make.rejectingPrompts(1, 1));
		await addPrompts(admin, sites[0]!, others, `'event.0'`, indexValue);
		await make.makeVisitors(admin, sites, 1_000);
		await liftLimits(admin, sites);
		await make.makeRequests(admin, pool, sites, requests, `'event.0'`);
		variants.push({ name: pool, pool, statement: make.reportFrom(pool), requests });
	}
	return variants;
}

/** Sites with a prompt that is shown once to each subject: of one, and of 1,000. */
export async function fillHot({ admin, make, requests }: Fill): Promise<Variant[]> {
	const variants: Variant[] = [];
	for (const [pool, people] of [
		['one subject', 1],
		['1,000 subjects', 1_000],
	] as const) {
		const sites = await make.makeSites(admin, 1, [promptOf({ trigger: { events: ['done'] } })]);
		await make.makeVisitors(admin, sites, people);
		await liftLimits(admin, sites);
		await make.makeRequests(admin, pool, sites, requests, `'done'`);
		variants.push({ name: pool, pool, statement: make.reportFrom(pool), requests });
	}
	return variants;
}

/** A site whose events arrive in batches of 20; `requests` counts the batches. */
export async function fillBatches({ admin, make, requests }: Fill): Promise<Variant> {
	const sites = await make.makeSites(admin, 1, make.rejectingPrompts(10, 10));
	await make.makeVisitors(admin, sites, 1_000);
	await liftLimits(admin, sites);
	const name = `'event.' || floor(random() * 10)::int`;
	await make.makeRequests(admin, 'batch', sites, requests * 20, name);
	await admin`
		create table bench.batches as
		select n / 20 as n, (array_agg(visit))[1] as visit, jsonb_agg(jsonb_build_object('id', event, 'name', name,
			'properties', properties, 'verified', null, 'proofFault', null, 'proofAccount', null, 'proofKey', null,
			'session', session)) as events
		from bench.requests where pool = 'batch' group by 1`;
	await admin`create unique index on bench.batches (n)`;
	await admin`grant select on bench.batches to feedback_ingest`;
	const statement =
		'select r.now from bench.batches b, app.record(b.visit, b.events) r where b.n = $1';
	return { name: 'batch of 20', pool: 'batches', statement, requests };
}
