// Repeated deliveries: after a pause, and on request.
import { limits } from '@feedback/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { day, hour, report } from './caller.ts';
import {
	createDestination,
	deleteDestinations,
	openWorker,
	type Claimed,
	type Worker,
} from './destinations.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { asPerson, people } from './security/actors.ts';
import { createSite, publishPrompt, type TestSite } from './sites.ts';
import { newVisit } from './visits.ts';

let database: TestDatabase;
let site: TestSite;
let worker: Worker;
beforeAll(async () => {
	database = await createDatabase();
	worker = openWorker(database.connect('feedback_manage'));
});
afterAll(() => database.close());

beforeEach(async () => {
	site = await createSite(database.admin, {}, { [people.owner]: 'owner' });
	await publishPrompt(database.admin, site.id, {
		trigger: { events: ['done'] },
		limits: { show: 'always' },
	});
});
afterEach(() => deleteDestinations(database.admin));

async function respond(answers: object) {
	const { display } = await report(database.ingest, newVisit(site.id), 'done');
	await storeAnswers(database.ingest, {
		site: site.id,
		display,
		seq: 1,
		final: true,
		answers: answers as never,
		now: null,
	});
	return display;
}
const after = (milliseconds: number) => new Date(Date.now() + milliseconds);
const answersOf = (claimed: Claimed[]) => claimed.map(({ data }) => data['answers']);
const destinationRow = async (id: string) =>
	(await database.admin`select * from app.destinations where id = ${id}`)[0]!;
const asOwner = <Result>(run: Parameters<typeof asPerson<Result>>[2]) =>
	asPerson(database.connect('feedback_manage'), people.owner, run);

describe('a destination that is resumed', () => {
	const resume = (id: string) =>
		asOwner(
			(sql) => sql`
				update app.destinations set state = 'active', pause_cause = null, paused_at = null
				where site_id = ${site.id} and id = ${id}`,
		);

	it('receives waiting messages immediately, and has another three days to recover', async () => {
		const id = await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		const start = new Date(Date.now() - 10 * day);
		await worker.prepare();
		await database.admin`update app.deliveries set next_at = ${start}`;
		await database.admin`update app.destinations set due_at = ${start}`;
		const [first] = await worker.claim(16, start);
		await worker.record(first!, 'timeout', {}, start);
		const [second] = await worker.claim(16, new Date(+start + limits.delivery.days * day - hour));
		await worker.record(
			second!,
			'timeout',
			{},
			new Date(+start + limits.delivery.days * day - hour),
		);
		const [third] = await worker.claim(16, new Date(+start + 4 * day));
		await database.admin`update app.deliveries set retrying_since = ${new Date(+start + day)}`;
		await worker.record(third!, 'timeout', {}, new Date(+start + 4 * day - hour));
		expect(await destinationRow(id)).toMatchObject({ state: 'paused', pause_cause: 'failing' });
		await database.admin`update app.deliveries set next_at = now() + interval '6 hours'`;
		await resume(id);
		expect(await destinationRow(id)).toMatchObject({ failing_since: null, notice_due_at: null });
		const [again] = await worker.claim(16, after(1_000));
		expect(again).toMatchObject({ message: first!.message });
		expect(await worker.record(again!, 'timeout')).toMatchObject({
			state: 'waiting',
			paused: false,
		});
	});
});

describe('sending again', () => {
	const redeliver = (id: string, message: string) =>
		asOwner((sql) => sql`select app.redeliver_message(${site.id}, ${id}, ${message})`);
	const redeliverSpan = (id: string, delivered: boolean, limit = 10) =>
		asOwner(async (sql) => {
			const [row] = await sql`
				select * from app.redeliver_messages(${site.id}, ${id}, ${after(-hour)}, ${after(hour)}, ${delivered}, ${limit})`;
			return row!;
		});

	it('starts again with short delays', async () => {
		const id = await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		const [first] = await worker.take();
		await database.admin`update app.deliveries set attempts = 30`;
		await worker.record({ ...first!, attempt: 30 }, 'delivered');
		await redeliver(id, first!.message.id);
		const now = after(1_000);
		for (const longest of [5_000, 10_000]) {
			const at = longest === 5_000 ? now : new Date(+now + 5_001);
			const [again] = await worker.claim(16, at);
			const { next_at: next } = (await worker.record(again!, 'timeout', {}, at))!;
			expect(+new Date(next) - +at).toBeLessThanOrEqual(longest);
			expect(+new Date(next) - +at).toBeGreaterThanOrEqual(longest / 2 - 1);
		}
	});

	it('one message does not change its ID', async () => {
		const id = await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		const [first] = await worker.take();
		await worker.record(first!, 'delivered');
		await redeliver(id, first!.message.id);
		const [again] = await worker.claim(16, after(1_000));
		expect(again).toMatchObject({ message: first!.message, attempt: 2, data: first!.data });
	});

	it('one message is not lost to a worker that claims meanwhile', async () => {
		const id = await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		const earlier = after(-60_000);
		const [first] = await worker.take(earlier);
		await worker.record(first!, 'delivered', {}, earlier);
		await asOwner(async (sql) => {
			await sql`select app.redeliver_message(${site.id}, ${id}, ${first!.message.id})`;
			expect(await worker.claim()).toEqual([]);
		});
		expect(await worker.claim(16, after(1_000))).toMatchObject([{ message: first!.message }]);
	});

	it('one message is refused once its response is deleted', async () => {
		const id = await createDestination(database.admin, site.id);
		const display = await respond({ score: 1 });
		const [first] = await worker.take();
		await worker.record(first!, 'delivered');
		await database.admin`delete from app.responses where display_id = ${display}`;
		await expect(redeliver(id, first!.message.id)).rejects.toMatchObject({ code: 'FB409' });
		await expect(redeliver(id, crypto.randomUUID())).rejects.toMatchObject({ code: 'FB404' });
	});

	it('a span of time sends missed messages, and on request delivered ones', async () => {
		const id = await createDestination(database.admin, site.id);
		await respond({ score: 1 });
		const [first] = await worker.take();
		await worker.record(first!, 'delivered');
		const pause = (state: string | null) => database.admin`
			update app.destinations set state = ${state ? 'paused' : 'active'}, pause_cause = ${state},
				paused_at = ${state && new Date()} where id = ${id}`;
		await pause('person');
		await respond({ score: 2 });
		await worker.prepare();
		await expect(redeliverSpan(id, false)).rejects.toMatchObject({ code: 'FB409' });
		await pause(null);
		expect(await redeliverSpan(id, false)).toEqual({ messages: 1, next: null });
		expect(answersOf(await worker.claim(16, after(1_000)))).toEqual([{ score: 2 }]);
		expect(await redeliverSpan(id, true)).toEqual({ messages: 1, next: null });
		expect(answersOf(await worker.claim(16, after(1_000)))).toEqual([{ score: 1 }]);
		const first2 = await redeliverSpan(id, true, 1);
		expect(first2['next']).toBeInstanceOf(Date);
	});

	it('a span of time sends only the last of the changes that a response had during a pause', async () => {
		const id = await createDestination(database.admin, site.id, {
			event_types: ['response.updated', 'response.closed'],
		});
		await database.admin`
			update app.destinations set state = 'paused', pause_cause = 'person', paused_at = now() where id = ${id}`;
		const displays = [newVisit(site.id), newVisit(site.id)].map(
			async (visit) => (await report(database.ingest, visit, 'done')).display,
		);
		for (const display of await Promise.all(displays)) {
			for (const score of [1, 2, 3]) {
				await storeAnswers(database.ingest, {
					site: site.id,
					display,
					seq: score,
					final: false,
					answers: { score } as never,
					now: null,
				});
			}
			await storeAnswers(database.ingest, {
				site: site.id,
				display,
				seq: 4,
				final: true,
				answers: { score: 4 } as never,
				now: null,
			});
		}
		await worker.prepare();
		await database.admin`
			update app.destinations set state = 'active', pause_cause = null, paused_at = null where id = ${id}`;
		expect(await redeliverSpan(id, false, 100)).toMatchObject({ messages: 4 });
		const sent = await worker.claim(16, after(1_000));
		expect(
			sent.map(({ message, data }) => `${message.type} ${JSON.stringify(data['answers'])}`).sort(),
		).toEqual(
			['response.closed', 'response.updated'].flatMap((type) =>
				Array(2).fill(`${type} {"score":4}`),
			),
		);
		expect(await redeliverSpan(id, false, 100)).toMatchObject({ messages: 0 });
	});

	it('a span of time leaves out changes of a response that a newer one replaced', async () => {
		const id = await createDestination(database.admin, site.id, {
			event_types: ['response.updated'],
		});
		const { display } = await report(database.ingest, newVisit(site.id), 'done');
		for (const score of [1, 2, 3, 4]) {
			await storeAnswers(database.ingest, {
				site: site.id,
				display,
				seq: score,
				final: false,
				answers: { score } as never,
				now: null,
			});
		}
		await worker.prepare();
		const [last] = await worker.claim(16, after(limits.delivery.collectSeconds * 1_000 + 1_000));
		await worker.record(last!, 'delivered');
		expect(await redeliverSpan(id, false)).toMatchObject({ messages: 0 });
		expect(await redeliverSpan(id, true)).toMatchObject({ messages: 1 });
		expect(answersOf(await worker.claim(16, after(1_000)))).toEqual([{ score: 4 }]);
	});
});
