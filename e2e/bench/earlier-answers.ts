// Measures what a condition on earlier answers adds to an event: the CPU of Postgres for the whole call, by a visitor
// who answered ten prompts. The first prompt has no audience and was shown already, so its limit rejects the visitor after
// their displays were read; the audiences of the others reject them. Run it with: npm run bench earlier-answers
import type { PromptInput } from '@feedback/contract';
import type { Sql } from 'postgres';

import { promptOf } from '../../supabase/tests/sites.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { startBenchDatabase } from './database.ts';
import { measure, rounded, type Variant } from './measure.ts';
import { median } from './median.ts';
import {
	analyzeFilled,
	liftLimits,
	makeRequests,
	makeSites,
	makeVisitors,
	prepareRequests,
	reportFrom,
} from './requests.ts';

const runs = Number(process.env['BENCH_RUNS'] ?? 30);
const calls = Number(process.env['BENCH_CALLS'] ?? 1_000);
const visitors = 200;
const responsesEach = 10;
const requests = (runs + 1) * calls;

const unhappy = (place: number) => ({
	prompt: `asked-${place}`,
	answer: 'score',
	op: 'at_most' as const,
	value: 2,
	within_days: 30,
});
const audiences: Record<string, PromptInput['audience']> = {
	'no audience': undefined,
	'an earlier prompt': { prompt: 'asked-0', was: 'dismissed', within_days: 30 },
	'an earlier answer': unhappy(0),
	'three earlier answers': { any: [unhappy(0), unhappy(4), unhappy(9)] },
};
/** What comparing an answer may add to comparing how the prompt ended, in microseconds. */
const mostAdded = 60;

const { admin, lanes, stop } = await startBenchDatabase(1);
try {
	await prepareRequests(admin);
	const variants: Variant[] = [];
	for (const name of Object.keys(audiences)) variants.push(await fill(admin, name));
	await admin`vacuum (analyze) app.responses, app.displays`;
	await analyzeFilled(admin);

	const spent = new Map(variants.map(({ name }) => [name, [] as number[]]));
	for (let run = -1; run < runs; run++) {
		for (const variant of run % 2 === 0 ? variants : variants.toReversed()) {
			const { cpu } = await measure(variant, lanes, calls);
			// The first run only warms up.
			if (run >= 0) spent.get(variant.name)!.push(cpu);
		}
	}
	const plain = spent.get('an earlier prompt')!;
	const beside = (name: string) =>
		rounded(median(spent.get(name)!.map((cpu, at) => cpu - plain[at]!)));
	reportNote(`${runs} interleaved runs of ${calls} events, medians.`);
	reportTable(
		'An event, by what the audience compares',
		Object.fromEntries(
			variants.map(({ name }) => [
				name,
				{
					'CPU, µs': Math.round(median(spent.get(name)!)),
					'beside an earlier prompt, µs':
						name === 'an earlier answer'
							? { value: beside(name), goal: { at_most: mostAdded } }
							: beside(name),
				},
			]),
		),
	);
} finally {
	await stop();
}

/** A site with that audience, whose visitors have answered ten prompts. */
async function fill(sql: Sql, name: string): Promise<Variant> {
	const audience = audiences[name];
	// A prompt without an audience is shown once with the others.
	const shown = audience ? 'never' : 'asked.0';
	const asked = Array.from({ length: responsesEach }, (_, place) =>
		promptOf({ survey_id: `asked-${place}`, trigger: { events: [`asked.${place}`] } }),
	);
	const sites = await makeSites(
		sql,
		1,
		[
			...asked,
			promptOf({
				trigger: { events: ['event.0', shown] },
				...(audience ? { audience } : undefined),
			}),
		],
		{ limits: { cooldown_days: 0 } },
	);
	await makeVisitors(sql, sites, visitors, true);
	await liftLimits(sql, sites);
	for (let place = 0; place < responsesEach; place++) {
		const pool = `${name}, asked ${place}`;
		// Visitors are drawn by chance, so ten times as many requests reach each of them.
		await makeRequests(sql, pool, sites, 10 * visitors, `'asked.${place}'`);
		await sql`
			delete from bench.requests where pool = ${pool}
			and n not in (select min(n) from bench.requests where pool = ${pool} group by visitor)`;
		const left = await sql<{ n: number }[]>`select n from bench.requests where pool = ${pool}`;
		for (const { n } of left) await sql.unsafe(reportFrom(pool), [n]);
		const stored = await sql`
			select app.store_answers(r.site, r.display, 1, true, '{"score": 5}'::jsonb, null)
			from bench.requests r where r.pool = ${pool}`;
		if (stored.length !== visitors) throw new Error(`${stored.length} answers were stored.`);
	}
	const [found] = await sql<[{ count: number }]>`
		select count(*)::integer as count from app.responses where site_id = ${sites[0]!}`;
	if (found.count !== visitors * responsesEach) throw new Error(`${found.count} responses.`);
	await makeRequests(sql, name, sites, requests, `'event.0'`);
	return { name, pool: name, statement: reportFrom(name), requests };
}
