// Measures what a database needs for an event when one in five shows a prompt, one display in ten is answered, and one
// event in ten is of a new visitor: CPU of Postgres, bytes on disk, and WAL.
// Run it with: npx node e2e/bench/sizing.ts
import { randomUUID } from 'node:crypto';

import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';
import { moveDisplay, type RequestContext } from '../../supabase/functions/sdk/database.ts';
import { createEventBatcher } from '../../supabase/functions/sdk/event-batcher.ts';
import { storeAnswers } from '../../supabase/functions/sdk/store-answers.ts';
import { promptOf } from '../../supabase/tests/sites.ts';
import { poolOf } from './batched-variant.ts';
import { startBenchDatabase } from './database.ts';
import { cpuNanoseconds } from './measure.ts';
import { analyzeFilled, liftLimits, makeSites, makeVisitors, prepareRequests } from './requests.ts';

const events = Number(process.env['BENCH_EVENTS'] ?? 20_000);
const clients = 16;
/** What came of the events. */
const displayed = { count: 0, answered: 0 };
const names = 10;
const namesShown = 2;

const database = await startBenchDatabase(8);
const { admin, lanes } = database;
try {
	const visitors = await prepare();
	// Everything before is on disk, as after a regular checkpoint.
	await admin`checkpoint`;
	await report(visitors, events / 10);
	const figures = await measure(() => report(visitors, events));
	console.log(`${events} events`);
	console.table(figures);
} finally {
	await database.stop();
}

type Visitor = { site: string; visitor: string };

async function prepare(): Promise<Visitor[]> {
	await prepareRequests(admin);
	// Two of ten event names have a prompt that is shown each time; eight have one whose trigger does not fit.
	const prompts = Array.from({ length: names }, (_, name) =>
		promptOf({
			trigger: {
				events: [`event.${name}`],
				...(name >= namesShown && { where: { property: 'format', op: 'is', value: 'other' } }),
			},
			limits: { show: 'always' },
			questions: [
				{ id: 'score', type: 'nps', title: 'Would you recommend us?' },
				{ id: 'why', type: 'long_text', title: 'Why?' },
			],
		}),
	);
	const sites = await makeSites(admin, 10, prompts);
	await makeVisitors(admin, sites, 2_000, true);
	await liftLimits(admin, sites);
	await analyzeFilled(admin);
	return admin<
		Visitor[]
	>`select site_id as site, id as visitor from app.visitors order by random()`;
}

async function report(known: Visitor[], count: number): Promise<void> {
	const pool = poolOf(lanes.slice(4));
	const batcher = createEventBatcher(
		pool,
		lanes.slice(0, 4).map((lane) => poolOf([lane])),
	);
	let sent = 0;
	async function send(): Promise<void> {
		const number = sent++;
		const { site, visitor } = known[number % known.length]!;
		const now = Date.now();
		const context: RequestContext = {
			site,
			visitor: number % 10 === 0 ? randomUUID() : visitor,
			session: mintUuidv7(now - 60_000),
			context: { path: '/reports', device: 'desktop', languages: ['en'] },
			identify: null,
			device: [],
			bot: false,
			now: null,
			facts_for: null,
			address: crypto.getRandomValues(new Uint8Array(32)),
		};
		const display = mintUuidv7(now);
		const event = {
			id: mintUuidv7(now),
			name: `event.${Math.floor(number / 10) % names}`,
			properties: { format: 'csv', pages: number % 50 },
			session: context.session,
			verified: null,
			proofFault: null,
			proofAccount: null,
			proofKey: null,
		};
		const { decided } = await batcher(context, [event], display);
		if (decided?.reason !== 'displayed') return;
		const shown = ++displayed.count;
		await moveDisplay(pool, site, display, 'displayed', null, null);
		if (shown % 10 > 0) return;
		displayed.answered++;
		const answers = { score: 9, why: 'It exports exactly what we need for our weekly report.' };
		await storeAnswers(pool, { site, display, seq: 1, final: true, answers, now: null });
	}
	await Promise.all(
		Array.from({ length: clients }, async () => {
			while (sent < count) await send();
		}),
	);
}

async function measure(run: () => Promise<void>): Promise<Record<string, number>> {
	const pids = await Promise.all(
		lanes.map(async (sql) => (await sql`select pg_backend_pid() as pid`)[0]!['pid'] as number),
	);
	const cpu = () => pids.reduce((sum, pid) => sum + cpuNanoseconds(pid), 0) / 1_000;
	await admin`checkpoint`;
	const [before, spent] = [await readSizes(), cpu()];
	displayed.count = displayed.answered = 0;
	await run();
	const [after, used] = [await readSizes(), cpu() - spent];
	return {
		'displays per event': displayed.count / events,
		'answers per event': displayed.answered / events,
		"CPU of Postgres' sessions, µs per event": used / events,
		'bytes on disk per event': (after.bytes - before.bytes) / events,
		'WAL bytes per event': (after.wal - before.wal) / events,
		'of which images of whole pages': ((after.images - before.images) * 8_192) / events,
	};
}

type Sizes = { bytes: number; wal: number; images: number };

async function readSizes(): Promise<Sizes> {
	const [sizes] = await admin<Sizes[]>`
		select pg_database_size(current_database())::float8 as bytes,
		       (pg_current_wal_insert_lsn() - '0/0')::float8 as wal,
		       (select wal_fpi from pg_stat_wal)::float8 as images`;
	return sizes!;
}
