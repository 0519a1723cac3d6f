// Messages become deliveries, which are retried until they arrive or are abandoned.

import { limits } from '@feedback/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { maintain } from '../../server/postgres/maintain.ts';
import { day, hour, report } from './caller.ts';
import {
	createDestination,
	deleteDestinations,
	openWorker,
	type Claimed,
	type Worker,
} from './destinations.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { people } from './security/actors.ts';
import { createSite, publishPrompt, type TestPrompt, type TestSite } from './sites.ts';
import { newVisit, signedIn } from './visits.ts';

let database: TestDatabase;
let site: TestSite;
let prompt: TestPrompt;
let worker: Worker;
beforeAll(async () => {
	database = await createDatabase();
	worker = openWorker(database.connect('feedback_manage'));
});
afterAll(() => database.close());

beforeEach(async () => {
	site = await createSite(database.admin, {}, { [people.owner]: 'owner' });
	await database.admin`update app.members set email = 'ada@example.com' where workspace_id = ${site.workspace}`;
	prompt = await publishPrompt(database.admin, site.id, {
		trigger: { events: ['done'] },
		limits: { show: 'always' },
		questions: [
			{ id: 'score', type: 'rating', title: 'How was it?' },
			{ id: 'why', type: 'long_text', title: 'Why?' },
		],
	});
});
afterEach(() => deleteDestinations(database.admin));

let accounts = 0;
async function respond(answers: object, traits = {}, { final = true, seq = 1 } = {}) {
	const visit = signedIn(newVisit(site.id), `account-${++accounts}`, traits);
	const { display } = await report(database.ingest, visit, 'done');
	await answer(display, seq, answers, final);
	return display;
}
const answer = (shown: string, seq: number, answers: object, final = false) =>
	storeAnswers(database.ingest, {
		site: site.id,
		display: shown,
		seq,
		final,
		answers: answers as never,
		now: null,
	});
const after = (milliseconds: number) => new Date(Date.now() + milliseconds);
const answersOf = (claimed: Claimed[]) => claimed.map(({ data }) => data['answers']);
const destinationRow = async (id: string) =>
	(await database.admin`select * from app.destinations where id = ${id}`)[0]!;

describe('a destination receives', () => {
	it('only the event types, prompts and finished responses in its settings', async () => {
		const other = await publishPrompt(database.admin, site.id, { trigger: { events: ['done'] } });
		const all = await createDestination(database.admin, site.id, {
			event_types: ['response.created'],
		});
		const one = await createDestination(database.admin, site.id, { prompts: [prompt.id] });
		await createDestination(database.admin, site.id, { prompts: [other.id] });
		const final = await createDestination(database.admin, site.id, {
			event_types: ['response.created', 'response.closed'],
			partial: false,
		});
		await respond({ score: 1 }, {}, { final: false });
		await respond({ score: 2 });
		const claimed = await worker.take();
		const received = (id: string) =>
			claimed
				.filter(({ destination }) => destination.id === id)
				.map(({ message, data }) => [message.type, (data['answers'] as { score: number }).score]);
		expect(received(all)).toEqual([
			['response.created', 1],
			['response.created', 2],
		]);
		expect(received(one)).toEqual([['response.closed', 2]]);
		expect(received(final).sort()).toEqual([
			['response.closed', 2],
			['response.created', 2],
		]);
		expect(claimed).toHaveLength(5);
	});

	it.each([
		[{ answer: 'score', op: 'at_most', value: 3 }, [1, 3]],
		[{ answer: 'score', op: 'greater', value: 3 }, [5]],
		[{ answer: 'score', op: 'is_not', value: 3 }, [1, 5, null]],
		[{ answer: 'score', op: 'one_of', value: [1, 5] }, [1, 5]],
		[{ answer: 'score', op: 'between', value: [2, 5] }, [3, 5]],
		[{ answer: 'score', op: 'skipped' }, [null]],
		[{ answer: 'why', op: 'answered' }, [3, 5]],
		[{ answer: 'why', op: 'skipped' }, [1, null]],
		[{ answer: 'why', op: 'contains', value: 'slow "x"' }, [3]],
		[{ answer: 'unknown', op: 'answered' }, []],
		[{ trait: 'plan', op: 'is', value: 'pro' }, [1, 5]],
		[{ trait: 'since', op: 'before', value: '2026-01-01' }, [5]],
		[
			{
				all: [
					{ answer: 'score', op: 'at_most', value: 3 },
					{ trait: 'plan', op: 'is', value: 'pro' },
				],
			},
			[1],
		],
		[
			{
				any: [
					{ answer: 'score', op: 'is', value: 5 },
					{ answer: 'why', op: 'starts_with', value: 'Too' },
				],
			},
			[3, 5],
		],
		[
			{
				none: [
					{ answer: 'score', op: 'is', value: 5 },
					{ trait: 'plan', op: 'missing' },
				],
			},
			[1],
		],
	])('only responses that match: %j', async (condition, expected) => {
		await createDestination(database.admin, site.id, { condition: condition as never });
		await respond({ score: 1, why: ' ' }, { plan: 'pro' });
		await respond({ score: 3, why: 'Too slow "x"' });
		await respond({ score: 5, why: 'Fast' }, { plan: 'pro', since: '2025-12-31' });
		await respond({ score: null, why: '' });
		const scores = (answersOf(await worker.take()) as { score: number | null }[]).map(
			({ score }) => score,
		);
		expect(scores.sort((a, b) => Number(a ?? 9) - Number(b ?? 9))).toEqual(expected);
	});

	it('account and traits only if it includes the visitor', async () => {
		await createDestination(database.admin, site.id);
		await createDestination(database.admin, site.id, { include_visitor: true });
		await respond({ score: 1 }, { plan: 'pro' });
		const data = (await worker.take()).map((claimed) => claimed.data);
		expect(data.filter((one) => 'traits' in one || 'account' in one)).toMatchObject([
			{ traits: { plan: 'pro' }, account: expect.stringMatching(/^account-/) as string },
		]);
	});

	it('nothing from before it existed, and nothing while it is paused', async () => {
		await createDestination(database.admin, site.id, {
			event_types: ['response.created', 'response.closed'],
		});
		await respond({ score: 1 });
		await worker.prepare();
		const late = await createDestination(database.admin, site.id);
		await respond({ score: 2 });
		await database.admin`
			update app.destinations set state = 'paused', pause_cause = 'person', paused_at = now() where id <> ${late}`;
		const claimed = await worker.take();
		expect(answersOf(claimed)).toEqual([{ score: 2 }]);
		expect(claimed[0]!.destination.id).toBe(late);
	});
});

describe('changes of a response', () => {
	it('that have not been sent become one message, due at the time of the first change', async () => {
		await createDestination(database.admin, site.id, { event_types: ['response.updated'] });
		const display = await respond({ score: 1 }, {}, { final: false });
		const first = new Date();
		await answer(display, 2, { score: 2 });
		await worker.prepare(first);
		await answer(display, 3, { score: 3 });
		await answer(display, 4, { score: 4 });
		await worker.prepare(new Date(+first + 4_000));
		expect(await worker.claim(16, new Date(+first + 4_900))).toEqual([]);
		const [only, ...more] = await worker.claim(
			16,
			new Date(+first + limits.delivery.collectSeconds * 1_000),
		);
		expect([answersOf([only!]), more]).toEqual([[{ score: 4 }], []]);
		await answer(display, 5, { score: 5 });
		await worker.prepare(new Date(+first + 6_000));
		expect(answersOf(await worker.claim(16, new Date(+first + 20_000)))).toEqual([{ score: 5 }]);
	});
});

describe('claiming', () => {
	it('leases each delivery to one worker only', async () => {
		for (let n = 0; n < 4; n++) await createDestination(database.admin, site.id);
		for (let n = 0; n < 6; n++) await respond({ score: 1 });
		await Promise.all(Array.from({ length: 4 }, () => worker.prepare()));
		const claimed: Claimed[] = [];
		for (;;) {
			const taken = (await Promise.all(Array.from({ length: 4 }, () => worker.claim(3)))).flat();
			if (taken.length === 0) break;
			claimed.push(...taken);
			await Promise.all(taken.map((one) => worker.record(one, 'delivered', { status: 200 })));
		}
		const keys = claimed.map(({ destination, message }) => `${destination.id} ${message.id}`);
		expect(new Set(keys).size).toBe(24);
		expect(keys).toHaveLength(24);
	});

	it('gives a delivery to another worker when its lease has ended, with the same message ID', async () => {
		await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		const [first] = await worker.take();
		expect(await worker.claim()).toEqual([]);
		const [second] = await worker.claim(16, after(limits.delivery.leaseSeconds * 1_000 + 1_000));
		expect(second).toMatchObject({ message: { id: first!.message.id }, attempt: 2 });
		expect(second!.lease).not.toBe(first!.lease);
		// The failure of the slower worker does not end the newer attempt.
		expect(await worker.record(first!, 'timeout')).toMatchObject({ state: 'waiting' });
		expect(await worker.claim()).toEqual([]);
		expect(await worker.record(second!, 'delivered')).toMatchObject({ state: 'delivered' });
	});

	it('loses no delivery that another worker is about to commit', async () => {
		await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		const earlier = after(-60_000);
		const [first] = await worker.take(earlier);
		await worker.record(first!, 'delivered', {}, earlier);
		await respond({ score: 2 });
		await database.connect('feedback_manage').begin(async (sql) => {
			await sql`set local role feedback_worker`;
			await sql`select app.distribute_messages()`;
			expect(await worker.claim()).toEqual([]);
		});
		expect(answersOf(await worker.claim(16, after(1_000)))).toEqual([{ score: 2 }]);
	});

	it('limits the concurrent deliveries of a destination, so that it delays no other', async () => {
		const { concurrent } = limits.delivery;
		const slow = await createDestination(database.admin, site.id);
		for (let n = 0; n < concurrent + 2; n++) await respond({ score: 1 });
		// Distributed before the other destination exists, to the millisecond.
		await worker.prepare();
		const fast = await createDestination(database.admin, site.id);
		await respond({ score: 6 });
		await worker.prepare();
		const first = await worker.claim(100);
		const of = (claimed: Claimed[], id: string) =>
			claimed.filter(({ destination }) => destination.id === id);
		expect([of(first, slow).length, of(first, fast).length]).toEqual([concurrent, 1]);
		await worker.record(of(first, slow)[0]!, 'delivered');
		expect(await worker.claim(100)).toHaveLength(1);
		// Deliveries of a stopped worker can be claimed too.
		const later = after(limits.delivery.leaseSeconds * 1_000 + 1_000);
		expect(await worker.claim(100, later)).toHaveLength(concurrent + 1);
	});

	it('claims fewer deliveries of a failing destination until a delivery succeeds', async () => {
		const { concurrent, concurrentWhileFailing } = limits.delivery;
		await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		const [failing] = await worker.take();
		await worker.record(failing!, 'timeout');
		for (let n = 0; n < concurrent + 4; n++) await respond({ score: 1 });
		const few = await worker.take();
		expect(few).toHaveLength(concurrentWhileFailing);
		expect(await worker.claim(100)).toEqual([]);
		await worker.record(few[0]!, 'delivered');
		expect(await worker.claim(100)).toHaveLength(concurrent - 1);
	});

	it('claims the remaining deliveries of every destination with the next calls', async () => {
		const ids = [
			await createDestination(database.admin, site.id),
			await createDestination(database.admin, site.id),
		];
		for (let n = 0; n < 5; n++) await respond({ score: 1 });
		await worker.prepare();
		const claimed: Claimed[] = [];
		for (let call = 0; call < 4; call++) claimed.push(...(await worker.claim(3)));
		expect(await worker.claim(3)).toEqual([]);
		for (const id of ids) {
			expect(claimed.filter(({ destination }) => destination.id === id)).toHaveLength(5);
		}
	});

	it('skips a paused destination, whose deliveries wait', async () => {
		const id = await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		await worker.prepare();
		const pause = () => database.admin`
			update app.destinations set state = 'paused', pause_cause = 'person', paused_at = now() where id = ${id}`;
		await pause();
		expect(await worker.claim()).toEqual([]);
		await database.admin`
			update app.destinations set state = 'active', pause_cause = null, paused_at = null where id = ${id}`;
		expect(await worker.claim()).toHaveLength(1);
	});
});

describe('attempts that end together', () => {
	it('are recorded together, each with its own outcome, in their order', async () => {
		const ids = [
			await createDestination(database.admin, site.id),
			await createDestination(database.admin, site.id),
		];
		await respond({ score: 1 });
		const claimed = (await worker.take()).toSorted(
			(a, b) => ids.indexOf(b.destination.id) - ids.indexOf(a.destination.id),
		);
		const attempts = [...claimed, { ...claimed[0]!, message: { id: crypto.randomUUID() } }].map(
			({ site: of, destination, message, lease }, at) => ({
				site: of.id,
				destination: destination.id,
				message: message.id,
				lease,
				attempt: {
					number: 1,
					milliseconds: 1,
					bytes: 1,
					outcome: at === 0 ? 'rejected' : 'delivered',
				},
			}),
		);
		const recorded = await database.connect('feedback_manage').begin(async (sql) => {
			await sql`set local role feedback_worker`;
			return sql`select r ->> 'state' as state from app.record_attempts(${sql.json(attempts)}) r`;
		});
		expect(recorded.map(({ state }) => state as unknown)).toEqual(['waiting', 'delivered', null]);
		const rows = await database.admin`select destination_id, state from app.deliveries`;
		expect(Object.fromEntries(rows.map((row) => [row['destination_id'], row['state']]))).toEqual({
			[ids[1]!]: 'waiting',
			[ids[0]!]: 'delivered',
		});
	});
});

describe('a failed attempt', () => {
	it('is repeated after growing delays for three days, then abandoned', async () => {
		await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		let now = new Date();
		const start = +now;
		await worker.prepare(now);
		const delays: number[] = [];
		for (;;) {
			const [claimed] = await worker.claim(16, now);
			const { state, next_at: next } = (await worker.record(
				claimed!,
				'rejected',
				{ status: 500 },
				now,
			))!;
			if (state === 'failed') break;
			expect(state).toBe('waiting');
			delays.push((+new Date(next) - +now) / 1_000);
			// The database's times have microseconds.
			now = new Date(+new Date(next) + 1);
		}
		expect((+now - start) / day).toBeGreaterThanOrEqual(limits.delivery.days);
		expect((+now - start) / day).toBeLessThan(
			limits.delivery.days + limits.delivery.longestRetryHours / 24,
		);
		delays.forEach((delay, n) => {
			const longest = Math.min(5 * 2 ** n, limits.delivery.longestRetryHours * 3_600);
			expect(delay).toBeGreaterThanOrEqual(longest / 2 - 0.002);
			expect(delay).toBeLessThanOrEqual(longest + 0.001);
		});
		const log = await database.admin`select outcome, status from app.delivery_attempts`;
		expect(log).toHaveLength(delays.length + 1);
		expect(log[0]).toEqual({ outcome: 'rejected', status: 500 });
	});

	it('is not repeated before Retry-After, which is honoured up to a day', async () => {
		await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		const now = new Date();
		const [claimed] = await worker.take(now);
		const first = await worker.record(
			claimed!,
			'rejected',
			{ status: 429, retry_after: 3_600 },
			now,
		);
		expect(+new Date(first!.next_at)).toBe(+now + hour);
		const [again] = await worker.claim(16, new Date(+now + hour));
		const second = await worker.record(again!, 'rejected', { retry_after: 1e9 }, now);
		expect(+new Date(second!.next_at)).toBe(+now + limits.delivery.retryAfterHours * hour);
	});

	it('of a destination that failed for three days pauses it, and its owners are notified once', async () => {
		const id = await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		const now = new Date();
		const [first] = await worker.take(now);
		expect(await worker.record(first!, 'unreachable', {}, now)).toMatchObject({ paused: false });
		expect(+((await destinationRow(id))['failing_since'] as Date)).toBe(+now);
		const much = new Date(+now + limits.delivery.days * day);
		const [second] = await worker.claim(16, much);
		expect(await worker.record(second!, 'unreachable', {}, much)).toMatchObject({ paused: true });
		expect(await destinationRow(id)).toMatchObject({ state: 'paused', pause_cause: 'failing' });
		expect(await worker.notices(much)).toMatchObject([
			{ destination: id, pause_cause: 'failing', owners: ['ada@example.com'] },
		]);
		expect(await worker.notices(much)).toEqual([]);
	});

	it('does not count after a success, and the response 410 pauses the destination immediately', async () => {
		const id = await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		const [first] = await worker.take();
		await worker.record(first!, 'timeout');
		const [second] = await worker.claim(16, after(10_000));
		await worker.record(second!, 'delivered');
		expect(await destinationRow(id)).toMatchObject({ state: 'active', failing_since: null });
		await respond({ score: 2 });
		const [third] = await worker.take();
		expect(await worker.record(third!, 'rejected', { status: 410, gone: true })).toMatchObject({
			paused: true,
		});
		expect(await destinationRow(id)).toMatchObject({ state: 'paused', pause_cause: 'gone' });
	});
});

describe('a digest', () => {
	it('is due at the local hour of its schedule, also when clocks change', async () => {
		const next = async (schedule: object, at: string) => {
			const [row] =
				await database.admin`select app.next_digest(${database.admin.json(schedule as never)}, ${at}) as at`;
			return (row!['at'] as Date | null)?.toISOString();
		};
		const daily = { every: 'day', hour: 9, time_zone: 'Europe/Vienna' };
		expect(await next(daily, '2026-03-28T07:59:59Z')).toBe('2026-03-28T08:00:00.000Z');
		expect(await next(daily, '2026-03-28T08:00:00Z')).toBe('2026-03-29T07:00:00.000Z');
		const weekly = { ...daily, every: 'week', weekday: 1 };
		expect(await next(weekly, '2026-10-19T07:00:00Z')).toBe('2026-10-26T08:00:00.000Z');
		expect(await next({ every: 'message' }, '2026-10-19T07:00:00Z')).toBeUndefined();
	});

	it('becomes one message about the time since the previous one, for its destination only', async () => {
		const id = await createDestination(database.admin, site.id, {
			kind: 'email',
			recipients: ['ada@example.com', 'bob@example.com'],
			schedule: { every: 'day', hour: 9, time_zone: 'UTC' },
		});
		await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		const due = (await destinationRow(id))['next_digest_at'] as Date;
		const claimed = await worker.take(due);
		const [digest] = claimed.filter(({ message }) => message.type === 'digest');
		expect(claimed.map(({ message }) => message.type).sort()).toEqual([
			'digest',
			'response.closed',
		]);
		expect(digest).toMatchObject({
			destination: { id, recipients: ['ada@example.com', 'bob@example.com'] },
			data: { until: expect.any(String) as string, since: expect.any(String) as string },
		});
		await worker.record(digest!, 'unreachable', { sent_to: ['ada@example.com'] }, due);
		const [again] = await worker.claim(16, new Date(+due + 60_000));
		expect(again!.destination.recipients).toEqual(['bob@example.com']);
		expect(+((await destinationRow(id))['next_digest_at'] as Date)).toBe(+due + day);
	});
});

describe('after 30 days', () => {
	it('messages, deliveries and attempts are deleted', async () => {
		await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		const [claimed] = await worker.take();
		await worker.record(claimed!, 'delivered');
		const left = async (at: Date) => {
			await maintain(database.admin, { now: at });
			const [row] = await database.admin`
				select (select count(*)::int from app.outbox) as messages, (select count(*)::int from app.deliveries) as deliveries,
					(select count(*)::int from app.delivery_attempts) as attempts`;
			return row;
		};
		expect(await left(after(29 * day))).toEqual({ messages: 1, deliveries: 1, attempts: 1 });
		expect(await left(after(32 * day))).toEqual({ messages: 0, deliveries: 0, attempts: 0 });
	});
});
