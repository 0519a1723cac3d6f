// Compares the cost of an event in the database with another checkout, on sites that use no new features.
// Run it with: BENCH_BEFORE=<another checkout> npx node e2e/bench/ingest-beside.ts
import { join } from 'node:path';

import type { Sql } from 'postgres';

import { type Case, compareCheckouts, type Requests } from './checkouts.ts';
import { ingestPools } from './ingest-pools.ts';

const sites = 10;
const visitorsPerSite = 2_000;
const requests = 100_000;
/** Number of requests for the batches, which are sent repeatedly under new IDs. */
const templates = 20_000;
const counts = { clients: 4, calls: 3_000, callsBefore: 10_000 };

await compareCheckouts(fill);

async function fill(admin: Sql, make: Requests, tree: string): Promise<Case[]> {
	// Each checkout sends its own requests: the other's batcher would miss the fast path of its SQL.
	const { makeBatchedVariant } = (await import(
		join(tree, 'e2e/bench/batched-variant.ts')
	)) as typeof import('./batched-variant.ts');
	const cases: Case[] = [];
	for (const [name, { prompts, names, settings }] of Object.entries(ingestPools(make))) {
		const ids = await make.makeSites(admin, sites, prompts, settings);
		await make.makeVisitors(admin, ids, visitorsPerSite, settings !== undefined);
		const eventName = `'event.' || floor(random() * ${names})::int`;
		await make.makeRequests(admin, name, ids, requests + templates, eventName);
		const statement = make.reportFrom(name);
		const batched = await makeBatchedVariant(admin, name, name, requests, templates);
		cases.push(
			{ name, statement, pool: `${tree} ${name}`, requests, ...counts },
			{ ...batched, ...counts },
		);
	}
	return cases;
}
