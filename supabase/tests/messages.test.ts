// Messages in the outbox, written in the transaction of the change that they report.
import { limits } from '@feedback/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { moveDisplay } from '../functions/sdk/database.ts';
import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { report } from './caller.ts';
import { createDestination, deleteDestinations, openWorker, type Worker } from './destinations.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { actAs, asPerson, people } from './security/actors.ts';
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
	prompt = await publishPrompt(database.admin, site.id, {
		trigger: { events: ['done'] },
		limits: { show: 'always' },
	});
});
afterEach(() => deleteDestinations(database.admin));

const everything = {
	event_types: [
		'response.created',
		'response.updated',
		'response.closed',
		'prompt.published',
		'prompt.paused',
		'approval.requested',
		'approval.decided',
		'approval.expired',
		'visitor.erased',
	] as never,
};

async function display(account = 'ada', traits = {}) {
	return (await report(database.ingest, signedIn(newVisit(site.id), account, traits), 'done'))
		.display;
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
const dismiss = (shown: string) =>
	moveDisplay(database.ingest, site.id, shown, 'dismissed', null, null);
const messages = async () =>
	(
		await database.admin<{ type: string; answers: unknown; final: boolean | null }[]>`
			select type, answers, final from app.outbox where site_id = ${site.id} order by app.id_time(id), type desc`
	).map(({ type, answers, final }) => [type, answers, final]);
const types = async () => (await messages()).map(([type]) => type);
const tenMinutes = () => new Date(Date.now() + 10 * 60_000 + 1_000);

describe('an answer', () => {
	it('writes nothing while the site has no destination for it', async () => {
		const shown = await display();
		await answer(shown, 1, { score: 1 });
		await createDestination(database.admin, site.id, { event_types: ['prompt.paused'] });
		await answer(shown, 2, { score: 2 }, true);
		expect(await messages()).toEqual([]);
	});

	it('writes the messages that a destination may receive, and returns their number', async () => {
		await createDestination(database.admin, site.id, everything);
		const shown = await display();
		expect(await answer(shown, 1, { score: 1 })).toMatchObject({ messages: 1 });
		expect(await answer(shown, 3, { score: 3 })).toMatchObject({ messages: 1 });
		expect(await answer(shown, 2, { score: 2 })).toMatchObject({ messages: 0, fresh: false });
		expect(await answer(shown, 4, { score: 4 }, true)).toMatchObject({ messages: 2 });
		expect(await answer(shown, 4, { score: 4 }, true)).toMatchObject({ messages: 0 });
		expect(await messages()).toEqual([
			['response.created', { score: 1 }, false],
			['response.updated', { score: 3 }, false],
			['response.updated', { score: 4 }, true],
			['response.closed', { score: 4 }, true],
		]);
	});

	it('that is refused writes no message', async () => {
		await createDestination(database.admin, site.id, everything);
		const shown = await display();
		const undone = database.ingest.begin(async (sql) => {
			await storeAnswers(sql as never, {
				site: site.id,
				display: shown,
				seq: 1,
				final: true,
				answers: { score: 1 },
				now: null,
			});
			throw new Error('undone');
		});
		await expect(undone).rejects.toThrow('undone');
		expect(await messages()).toEqual([]);
	});
});

describe('the first destination for closed responses of a site that has another', () => {
	const answerLongAgo = async () => {
		const at = new Date(Date.now() - 20 * 60_000);
		await storeAnswers(database.ingest, {
			site: site.id,
			display: await display(),
			seq: 1,
			final: false,
			answers: { score: 1 },
			now: at,
		});
	};

	it('receives no response that became inactive before it was created', async () => {
		await createDestination(database.admin, site.id, { event_types: ['prompt.paused'] });
		await database.admin`update app.closing_positions set updated_at = now() - interval '1 day'`;
		await answerLongAgo();
		await createDestination(database.admin, site.id);
		await worker.prepare();
		expect(await messages()).toEqual([]);
	});

	it('receives no response that became inactive before it was changed to receive them', async () => {
		const id = await createDestination(database.admin, site.id, { event_types: ['prompt.paused'] });
		await database.admin`update app.closing_positions set updated_at = now() - interval '1 day'`;
		await answerLongAgo();
		await database.admin`update app.destinations set event_types = array['response.closed'] where id = ${id}`;
		await worker.prepare();
		expect(await messages()).toEqual([]);
		await answer(await display('bob'), 1, { score: 2 });
		await worker.prepare(tenMinutes());
		expect(await messages()).toEqual([['response.closed', { score: 2 }, false]]);
	});

	it('changes no position that another destination uses', async () => {
		await createDestination(database.admin, site.id);
		await database.admin`update app.closing_positions set updated_at = now() - interval '1 day'`;
		await answerLongAgo();
		const second = await createDestination(database.admin, site.id, {
			event_types: ['prompt.paused'],
		});
		await database.admin`update app.destinations set event_types = array['response.closed'] where id = ${second}`;
		await createDestination(database.admin, site.id);
		await worker.prepare();
		expect(await messages()).toEqual([['response.closed', { score: 1 }, false]]);
	});
});

describe('a response is closed', () => {
	beforeEach(() => createDestination(database.admin, site.id));

	it('when it is completed', async () => {
		const shown = await display();
		await answer(shown, 1, { score: 5 }, true);
		expect(await dismiss(shown)).not.toHaveProperty('messages');
		await worker.prepare(tenMinutes());
		expect(await messages()).toEqual([['response.closed', { score: 5 }, true]]);
	});

	it('when it is dismissed halfway, and not again later', async () => {
		const shown = await display();
		await answer(shown, 1, { score: 2 });
		expect(await dismiss(shown)).toMatchObject({ state: 'dismissed', messages: 1 });
		await worker.prepare(tenMinutes());
		expect(await messages()).toEqual([['response.closed', { score: 2 }, false]]);
	});

	it('never without an answer', async () => {
		await dismiss(await display());
		const blank = await display('bob');
		await answer(blank, 1, { score: null });
		await dismiss(blank);
		await worker.prepare(tenMinutes());
		expect(await messages()).toEqual([]);
	});

	it('when it has not changed for ten minutes, once for each last change', async () => {
		const shown = await display();
		await answer(shown, 1, { score: 2 });
		await worker.prepare(new Date(Date.now() + 9 * 60_000));
		expect(await types()).toEqual([]);
		const [first] = await worker.take(tenMinutes());
		expect(first!.data).toMatchObject({ cause: 'unchanged', answers: { score: 2 }, final: false });
		await worker.prepare(tenMinutes());
		expect(await types()).toEqual(['response.closed']);
		await answer(shown, 2, { score: 3 });
		await Promise.all([worker.prepare(tenMinutes()), worker.prepare(tenMinutes())]);
		await worker.prepare(tenMinutes());
		expect(await types()).toEqual(['response.closed', 'response.closed']);
	});

	it('only if it changed after the site had a destination', async () => {
		const other = await createSite(database.admin);
		await publishPrompt(database.admin, other.id, { trigger: { events: ['done'] } });
		const { display: shown } = await report(database.ingest, newVisit(other.id), 'done');
		const at = new Date(Date.now() - 20 * 60_000);
		await storeAnswers(database.ingest, {
			site: other.id,
			display: shown,
			seq: 1,
			final: false,
			answers: { score: 1 },
			now: at,
		});
		await createDestination(database.admin, other.id);
		await worker.prepare();
		expect(await database.admin`select from app.outbox where site_id = ${other.id}`).toHaveLength(
			0,
		);
	});
});

describe('a prompt', () => {
	it('that is published, paused or resumed writes its message', async () => {
		await createDestination(database.admin, site.id, everything);
		const { admin } = database;
		await admin`select app.pause(${site.id}, ${prompt.id})`;
		await admin`select app.resume(${site.id}, ${prompt.id})`;
		const [saved] = await admin`
			select * from app.save_revision(${site.id}, ${prompt.id}, ${admin.json({ ...prompt.content, name: 'New' })})`;
		await admin`select app.publish(${site.id}, ${prompt.id}, ${saved!['number'] as number}, ${saved!['sha256'] as string})`;
		await admin`select app.archive(${site.id}, ${prompt.id})`;
		const claimed = await worker.take();
		expect(claimed.map(({ message, data }) => [message.type, data])).toEqual([
			['prompt.paused', { prompt: described(1) }],
			['prompt.published', { prompt: described(1), previous_revision: 1, resumed: true }],
			['prompt.published', { prompt: described(2), previous_revision: 1, resumed: false }],
		]);
	});
	const described = (revision: number) => ({
		id: prompt.id,
		survey_id: prompt.content.survey_id,
		revision,
	});
});

describe('an approval', () => {
	async function request(): Promise<string> {
		await createDestination(database.admin, site.id, everything);
		const { admin } = database;
		const connection = crypto.randomUUID();
		await admin`insert into app.connections (id, person_id, kind, name) values (${connection}, ${people.owner}, 'mcp', 'Editor')`;
		await admin`insert into app.connection_sites (connection_id, workspace_id, site_id) values (${connection}, ${site.workspace}, ${site.id})`;
		const [asked] = (await database.connect('feedback_manage').begin(async (sql) => {
			await actAs(sql, { name: 'agent', role: 'feedback_agent', connection });
			return sql`select app.request_grant('prompt:draft', null, ${site.id}, null, null) as id`;
		})) as unknown as { id: string }[];
		return asked!.id;
	}
	const deny = (id: string) =>
		asPerson(
			database.connect('feedback_manage'),
			people.owner,
			(sql) => sql`select app.deny_grant(${id})`,
		);
	const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
	/** Types and data of the messages that are sent in so many hours, until which earlier ones were sent. */
	async function take(hours: number) {
		const claimed = await worker.take(inHours(hours));
		for (const delivery of claimed) await worker.record(delivery, 'delivered');
		return claimed.map(({ message, data }) => [message.type, data]);
	}
	const reminderAt = limits.approval.requestHours - limits.approval.reminderHours;

	it('writes a message when it is requested, and one when it is decided', async () => {
		const id = await request();
		await deny(id);
		expect(await take(0)).toMatchObject([
			['approval.requested', { id, action: 'prompt:draft', reminder: false }],
			['approval.decided', { state: 'denied', connection: { kind: 'mcp', name: 'Editor' } }],
		]);
	});

	it('is repeated once before it expires, and its end is a message', async () => {
		const id = await request();
		expect(await take(reminderAt - 0.1)).toMatchObject([
			['approval.requested', { reminder: false }],
		]);
		expect(await take(reminderAt + 0.1)).toMatchObject([
			['approval.requested', { id, reminder: true, connection: { name: 'Editor' } }],
		]);
		expect(await take(reminderAt + 1)).toEqual([]);
		expect(await take(limits.approval.requestHours + 0.1)).toMatchObject([
			['approval.expired', { id, action: 'prompt:draft' }],
		]);
		expect(await take(limits.approval.requestHours + 1)).toEqual([]);
	});

	it('that was decided is neither repeated nor said to expire', async () => {
		await deny(await request());
		expect(await take(0)).toHaveLength(2);
		expect(await take(reminderAt + 0.1)).toEqual([]);
		expect(await take(limits.approval.requestHours + 1)).toEqual([]);
	});

	it('of a connection that ended meanwhile is not repeated', async () => {
		await request();
		await take(0);
		await database.admin`update app.connections set revoked_at = now()`;
		expect(await take(reminderAt + 0.1)).toEqual([]);
	});
});

describe('erasing a visitor', () => {
	it('clears stored messages, cancels pending ones, and sends the visitor IDs', async () => {
		await createDestination(database.admin, site.id, everything);
		const shown = await display('ada', { plan: 'secret-plan' });
		await answer(shown, 1, { why: 'secret-words' }, true);
		const [first] = await worker.take();
		expect(first!.data).toMatchObject({ answers: { why: 'secret-words' } });
		await worker.record(first!, 'rejected', { status: 400, error: 'invalid: secret-words' });
		const [again] = await worker.claim(16, new Date(Date.now() + 60_000));
		await worker.record(again!, 'delivered', { status: 200, sha256: 'ab'.repeat(32) });
		await asPerson(
			database.connect('feedback_manage'),
			people.owner,
			(sql) => sql`select app.erase_person(${site.id}, null, 'ada', 'hash')`,
		);
		const [erased, ...others] = await worker.take(new Date(Date.now() + 120_000));
		expect(others).toEqual([]);
		expect(erased!.message.type).toBe('visitor.erased');
		expect(erased!.data['visitors']).toEqual([first!.data['visitor']]);
		const tables = ['outbox', 'deliveries', 'delivery_attempts', 'responses'];
		for (const table of tables) {
			const kept = await database.admin`select t::text from app.${database.admin(table)} t`;
			expect(JSON.stringify(kept), table).not.toMatch(/secret/);
		}
		const states = await database.admin`
			select type, state from app.deliveries where response_id is not null order by state`;
		expect(states.map(({ state }) => state as string)).toEqual(['cancelled', 'delivered']);
		const log =
			await database.admin`select outcome, status, bytes from app.delivery_attempts order by number`;
		expect([...log]).toEqual([
			{ outcome: 'rejected', status: 400, bytes: 345 },
			{ outcome: 'delivered', status: 200, bytes: 345 },
		]);
	});
});
