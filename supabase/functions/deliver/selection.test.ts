// Responses that a member sends to the team: the preview, the message, and who may send what.
import type { RouteInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDelivery, type TestDelivery } from '../tests/deliver.ts';
import { openManage, type TestManage } from '../tests/manage.ts';
import { join, signIn, type TestPerson } from '../tests/people.ts';
import { createWorker } from './create-worker.ts';
import type { Worker } from './worker.ts';

const dashboardUrl = 'https://feedback.example.com';
let opened: TestDelivery;
let manage: TestManage;
let worker: Worker;
let owner: TestPerson;
let editor: TestPerson;
let slack: string;

beforeAll(async () => {
	opened = await openDelivery({ dashboardUrl });
	manage = openManage(opened.database.url('feedback_manage'), { dashboardUrl });
	worker = createWorker(opened.service);
	[owner, editor] = await Promise.all([signIn(), signIn()]);
	const sql = opened.database.admin;
	const [site] = await sql<{ workspace_id: string }[]>`
		select workspace_id from app.sites where id = ${opened.site.id}`;
	await join(sql, site!.workspace_id, owner, 'owner');
	await join(sql, site!.workspace_id, editor, 'editor');
	const url = 'https://hooks.slack.com/services/T/B/x';
	slack = (await opened.addDestination({ path: '/slack', settings: { kind: 'slack', url } })).id;
});
afterAll(async () => {
	await worker.drain();
	await manage.end();
	await opened.end();
});

type Given = Partial<RouteInput<'sendResponses'>>;

const input = (responses: string[], more: Given = {}) => ({
	site: opened.site.id,
	destination: slack,
	responses,
	title: 'Low scores of this week',
	...more,
});
const preview = (by: TestPerson, responses: string[], more?: Given) =>
	manage.ask(by, 'previewResponses', input(responses, more));
const send = (by: TestPerson, responses: string[], more?: Given) =>
	manage.ask(by, 'sendResponses', input(responses, more));

/** Delivers what waits; resolves to the bodies that the receiver got. */
async function deliver(): Promise<string[]> {
	opened.received.length = 0;
	worker.wake({ thorough: true });
	await worker.idle();
	return opened.received.map(({ body }) => body);
}

describe('a selection of responses', () => {
	it('is previewed as it is sent, with scores, words and links', async () => {
		const low = await opened.answer({ score: 1, why: 'Far too slow' });
		const mute = await opened.answer({ score: 2 });
		await deliver();
		const more: Given = {
			words: true,
			note: 'For Monday',
			list: { page: 'responses', query: 'period=7&search=<b>' },
		};
		const { body } = await preview(owner, [low, mute], more);
		expect(body).toMatchObject({
			kind: 'slack',
			message: {
				title: 'Low scores of this week',
				note: 'For Monday',
				answers: [
					{
						question: expect.stringMatching(/^1 of 5 · \d+ \w+$/) as string,
						answer: 'Far too slow',
						url: `${dashboardUrl}/sites/${opened.site.id}/responses?response=${low}`,
					},
					{ question: expect.stringMatching(/^2 of 5 · /) as string, answer: '' },
				],
				links: [
					{
						label: 'Open the list',
						url: `${dashboardUrl}/sites/${opened.site.id}/responses?period=7&search=%3Cb%3E`,
					},
				],
			},
		});
		expect(await deliver()).toEqual([]);

		const sent = await send(owner, [low, mute], more);
		expect(sent.body).toMatchObject({ type: 'selection', state: 'waiting', test: false });
		const [message] = await deliver();
		for (const text of ['Low scores of this week', 'For Monday', '> Far too slow']) {
			expect(message).toContain(text);
		}
		expect(message).toContain(body.message.answers[0]!.question);
		expect(message).toContain(body.message.links[0]!.url);
		const { body: log } = await manage.ask(owner, 'getDelivery', {
			site: opened.site.id,
			destination: slack,
			message: sent.body.message,
		});
		expect(log.state).toBe('delivered');
	});

	it('contains no words unless an owner sends them', async () => {
		const response = await opened.answer({ score: 1, why: 'Call me: 555' });
		await deliver();
		expect(await send(editor, [response], { words: true })).toMatchObject({
			status: 403,
			error: { code: 'forbidden' },
		});
		expect((await send(editor, [response])).status).toBe(200);
		const [message] = await deliver();
		expect(message).toContain('1 of 5');
		expect(message).not.toContain('555');
	});

	it('is not kept: what was deleted before the delivery is not sent', async () => {
		const [kept, deleted] = [
			await opened.answer({ score: 1, why: 'Kept' }),
			await opened.answer({ score: 2, why: 'Deleted' }),
		];
		await deliver();
		await send(owner, [kept, deleted], { words: true });
		const sql = opened.database.admin;
		const [stored] = await sql<{ detail: object }[]>`
			select detail from app.outbox where type = 'selection' order by id desc limit 1`;
		expect(JSON.stringify(stored)).not.toMatch(/Kept|Deleted/);
		await sql`delete from app.responses where display_id = ${deleted}`;
		const [message] = await deliver();
		expect(message).toContain('Kept');
		expect(message).not.toContain('Deleted');
	});

	it('stores nothing that a receiver repeats in an error', async () => {
		const response = await opened.answer({ score: 1, why: 'Secret words' });
		await deliver();
		const { body } = await send(owner, [response], { words: true });
		const usual = opened.respond.with;
		opened.respond.with = (_, answer) => answer.writeHead(400).end('refused: Secret words');
		await deliver();
		opened.respond.with = usual;
		const attempts = await opened.database.admin`
			select error from app.delivery_attempts where message_id = ${body.message}`;
		expect(attempts).toEqual([{ error: 'It answered with 400.' }]);
		await opened.database.admin`delete from app.deliveries where message_id = ${body.message}`;
	});

	it('is refused for a webhook, for unknown responses and for prompts of others', async () => {
		const response = await opened.answer({ score: 1 });
		await deliver();
		const { id: webhook } = await opened.addDestination();
		expect((await send(owner, [response], { destination: webhook })).error).toMatchObject({
			code: 'conflict',
			message: 'A webhook receives events, not messages for people.',
		});
		expect((await preview(owner, [response, crypto.randomUUID()])).error).toMatchObject({
			code: 'conflict',
			field: 'responses',
		});
		const url = 'https://hooks.slack.com/services/T/B/y';
		const { id: narrow } = await opened.addDestination({
			settings: { kind: 'slack', url, prompts: [crypto.randomUUID()] },
		});
		expect((await send(owner, [response], { destination: narrow })).error).toMatchObject({
			code: 'conflict',
			field: 'responses',
		});
		expect((await send(owner, [])).error).toMatchObject({ code: 'invalid_request' });
		await opened.database.admin`delete from app.destinations where id in (${webhook}, ${narrow})`;
	});

	it('is limited to thirty an hour for one destination', async () => {
		const response = await opened.answer({ score: 1 });
		await opened.database.admin`
			insert into app.outbox (site_id, id, type, destination_id, pending, detail)
			select ${opened.site.id}, app.mint_id(), 'selection', ${slack}, false, '{}' from generate_series(1, 30)`;
		expect(await send(owner, [response])).toMatchObject({
			status: 429,
			error: { code: 'rate_limited' },
		});
	});
});
