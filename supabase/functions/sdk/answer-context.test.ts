// What a site stores with answers: nothing unless it wants it, and only what can be used.
import type { AnswerContextKind } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { EventsResponse } from '../../../contract/src/wire.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import type { TestSite } from '../tests/sites.ts';
import { join } from '../tests/people.ts';
import { openWorkspace, type TestWorkspace } from '../tests/workspace.ts';

const given = {
	referrer: 'news.example.com',
	utm_source: 'letter',
	viewport_width: 390,
	viewport_height: 844,
	app_version: '2026.11.3',
};

let team: TestWorkspace;
let sdk: TestSdk;
beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl);
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

async function makeSite(answer_context: AnswerContextKind[]): Promise<TestSite> {
	const site = await team.sites.makeSite({ answer_context });
	await join(team.sites.sql, site.workspace, team.owner);
	await team.sites.publish(site.siteId, { survey_id: 'rated', trigger: { events: ['rated'] } });
	return site;
}

async function display({ siteId }: TestSite) {
	const { body } = await sdk.post<EventsResponse>('/events', {
		...newCaller(siteId, sdk.clock.now),
		context: { path: '/reports', languages: ['de-AT'] },
		events: [newEvent('rated', sdk.clock.now)],
		decide: true,
	});
	if (body.decision?.reason !== 'displayed') throw new Error(JSON.stringify(body));
	const { id, secret } = body.decision.display;
	return { site: siteId, display: id, secret };
}

async function answer(site: TestSite, context: unknown) {
	const to = await display(site);
	const { status } = await sdk.post('/answer', {
		...to,
		seq: 1,
		final: false,
		answers: { score: 4 },
		context,
	});
	expect(status).toBe(200);
	return to;
}

const list = async ({ id: site }: TestSite, condition?: object) =>
	(
		await team.manage.ask(team.owner, 'listResponses', {
			site,
			...(condition && { condition: JSON.stringify(condition) }),
		})
	).body.items;

const shown = { path: '/reports', language: 'de-at' };

describe('the context of an answer', () => {
	it('is not stored by default, whatever a browser sends', async () => {
		const site = await makeSite([]);
		await answer(site, given);
		expect((await list(site)).map(({ context }) => context)).toEqual([shown]);
	});

	it('is stored as far as the site wants it, beside the context of the display', async () => {
		const site = await makeSite(['utm', 'app_version']);
		await answer(site, given);
		const stored = { ...shown, utm_source: 'letter', app_version: '2026.11.3' };
		expect((await list(site)).map(({ context }) => context)).toEqual([stored]);
	});

	it('never refuses an answer, and leaves out what cannot be used', async () => {
		const site = await makeSite(['referrer', 'utm', 'viewport', 'app_version']);
		const hostile = { referrer: 'https://ada:secret@example.com/?token=1', path: '/other' };
		await answer(site, { ...given, ...hostile, utm_source: 'x'.repeat(300), viewport_width: '1' });
		await answer(site, ['no object']);
		const left = { viewport_height: 844, app_version: '2026.11.3' };
		const contexts = (await list(site)).map(({ context }) => context);
		// Both have the same time, so their order is that of their random IDs.
		expect(contexts).toHaveLength(2);
		expect(contexts).toEqual(expect.arrayContaining([shown, { ...shown, ...left }]));
	});

	it('follows later answers, and stays when they have none', async () => {
		const site = await makeSite(['viewport', 'app_version']);
		const to = await answer(site, given);
		const next = { ...to, final: false, answers: { score: 5 } };
		await sdk.post('/answer', { ...next, seq: 2, context: { viewport_width: 844 } });
		await sdk.post('/answer', { ...next, seq: 3, final: true });
		const { viewport_height, app_version } = given;
		expect((await list(site))[0]!.context).toEqual({
			...shown,
			viewport_width: 844,
			viewport_height,
			app_version,
		});
	});
});

describe('filters by it', () => {
	it('select responses and displays, and give no response rate', async () => {
		const site = await makeSite(['referrer', 'utm', 'viewport', 'app_version']);
		const { display: narrow } = await answer(site, given);
		const { display: wide } = await answer(site, {
			...given,
			viewport_width: 1_440,
			app_version: '2',
		});
		const { display: none } = await display(site);
		const is = (name: string, op: string, value: unknown) => ({ context: name, op, value });
		const ids = async (condition: object) => (await list(site, condition)).map(({ id }) => id);
		expect(await ids(is('viewport_width', 'less', 600))).toEqual([narrow]);
		expect(await ids(is('app_version', 'is', '2'))).toEqual([wide]);
		expect(await ids(is('referrer', 'contains', 'example.com'))).toHaveLength(2);
		expect(await ids({ context: 'utm_term', op: 'exists' })).toEqual([]);

		const condition = JSON.stringify(is('app_version', 'is', '2'));
		const of = { site: site.id, condition };
		const displays = await team.manage.ask(team.owner, 'listDisplays', of);
		expect(displays.body.items.map(({ id }) => id)).toEqual([wide]);
		const missing = JSON.stringify({ context: 'app_version', op: 'missing' });
		const others = await team.manage.ask(team.owner, 'listDisplays', {
			site: site.id,
			condition: missing,
		});
		expect(others.body.items.map(({ id }) => id)).toEqual([none]);
		const summary = await team.manage.ask(team.owner, 'summarizeResponses', {
			...of,
			prompt: 'rated',
		});
		expect(summary.body).toMatchObject({ responses: 1, response_rate: null });
		const exported = await team.manage.ask(team.owner, 'exportResponseLines', of);
		expect(JSON.parse(exported.body)).toMatchObject({ id: wide, context: { app_version: '2' } });
	});

	it('are for responses: a prompt cannot depend on it', async () => {
		const site = await makeSite([]);
		const { error } = await team.manage.ask(team.owner, 'createPrompt', {
			site: site.id,
			content: {
				survey_id: 'wide',
				name: 'Wide',
				trigger: { events: ['rated'] },
				audience: { context: 'viewport_width', op: 'less', value: 600 },
				questions: [{ id: 'score', type: 'nps', title: 'How was it?' }],
			} as never,
		});
		expect(error).toMatchObject({
			code: 'invalid_prompt',
			field: expect.stringContaining('audience'),
		});
	});
});
