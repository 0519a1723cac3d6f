// Answers that become traits of an account: who has them, what reads them, and when they end.
import type { PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { identifyAsBackend } from '../../tests/backend.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import { openWorkspace, type TestWorkspace } from '../tests/workspace.ts';
import type { Decision, Display, EventsResponse } from '../../../contract/src/wire.ts';

let team: TestWorkspace;
let sdk: TestSdk;
const options = ['solo', 'team'].map((value) => ({ value, label: value }));

beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl);
	const limits = { show: 'always', site_limits: 'ignore' } as const;
	const publish = (survey_id: string, more: Partial<PromptInput>) =>
		team.sites.publish(team.site.siteId, { survey_id, limits, ...more });
	await publish('plans', {
		trigger: { events: ['asked'] },
		questions: [
			{
				id: 'plan',
				type: 'single_choice',
				title: 'Which plan?',
				options,
				other_label: 'Other',
				trait: 'plan_interest',
			},
			{ id: 'seats', type: 'rating', title: 'How many?', scale: 10, trait: 'seats' },
		],
	});
	await publish('offer', {
		trigger: { events: ['offered'] },
		audience: { trait: 'plan_interest', op: 'is', value: 'team' },
		questions: [{ id: 'ok', type: 'yes_no', title: '{{trait.plan_interest | no plan}}?' }],
	});
	await publish('everyone', {
		trigger: { events: ['greeted'] },
		questions: [{ id: 'ok', type: 'yes_no', title: '{{trait.plan_interest | no plan}}?' }],
	});
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

type Sender = ReturnType<typeof newCaller> & { identify?: { account: string; traits?: object } };
const visitAs = (account?: string, traits?: object): Sender => ({
	...newCaller(team.site.siteId, sdk.clock.now),
	...(account !== undefined && { identify: { account, ...(traits && { traits }) } }),
});

async function decide(visit: Sender, name: string): Promise<Decision> {
	const events = [newEvent(name, sdk.clock.now)];
	const { body } = await sdk.post<EventsResponse>('/events', { ...visit, events, decide: true });
	if (!body.decision) throw new Error(JSON.stringify(body));
	return body.decision;
}

function displayOf(decision: Decision): Display {
	if (decision.reason !== 'displayed') throw new Error(decision.reason);
	return decision.display;
}

async function answer(visit: Sender, answers: object, final = true): Promise<string> {
	const { id, secret } = displayOf(await decide(visit, 'asked'));
	const target = { site: team.site.siteId, display: id, secret };
	const { status } = await sdk.post('/answer', { ...target, seq: 1, final, answers });
	expect(status).toBe(200);
	sdk.clock.now += 1_000;
	return id;
}

const reasonOf = async (visit: Sender, name = 'offered') => (await decide(visit, name)).reason;
const titleOf = async (visit: Sender) =>
	displayOf(await decide(visit, 'greeted')).prompt.questions[0]!.title;
const find = async (account: string) =>
	(await team.manage.ask(team.viewer, 'findVisitor', { site: team.site.id, account })).body;

describe('a final answer with a trait', () => {
	it('selects audiences on every device of the account, and is shown with its source', async () => {
		expect(await reasonOf(visitAs('ada'))).toBe('audience');
		const response = await answer(visitAs('ada'), { plan: 'team', seats: 7 });
		expect(await reasonOf(visitAs('ada'))).toBe('displayed');
		expect((await find('ada')).answer_traits).toMatchObject([
			{ key: 'plan_interest', value: 'team', survey_id: 'plans', question: 'plan', response },
			{ key: 'seats', value: 7, question: 'seats' },
		]);
	});

	it('becomes none without an account, before it is final, skipped, or in words', async () => {
		const anonymous = visitAs();
		await answer(anonymous, { plan: 'team' });
		expect(await reasonOf(anonymous)).toBe('audience');
		await answer(visitAs('bo'), { plan: 'team' }, false);
		await answer(visitAs('bo'), { plan: null });
		await answer(visitAs('bo'), { plan: { other: 'team' } });
		expect(await reasonOf(visitAs('bo'))).toBe('audience');
		expect((await find('bo')).answer_traits).toEqual([]);
	});

	it('replaces an earlier answer, but nothing that the app or its backend reports', async () => {
		await answer(visitAs('cy'), { plan: 'team' });
		await answer(visitAs('cy'), { plan: 'solo', seats: 2 });
		expect(await reasonOf(visitAs('cy'))).toBe('audience');
		expect(await reasonOf(visitAs('cy', { plan_interest: 'team' }))).toBe('displayed');

		const { sql } = team.sites;
		const reported = { plan_interest: 'solo' };
		await identifyAsBackend(sql as never, team.site.id, 'cy', reported, new Date(sdk.clock.now));
		expect((await find('cy')).answer_traits).toMatchObject([{ key: 'seats', value: 2 }]);
		await answer(visitAs('cy'), { plan: 'team' });
		expect((await find('cy')).answer_traits).toMatchObject([{ key: 'seats', value: 2 }]);
	});

	it('is in texts of the browser that gave it, not of others that claim the account', async () => {
		const own = visitAs('di');
		await answer(own, { plan: 'team' });
		expect(await titleOf(own)).toBe('team?');
		expect(await titleOf(visitAs('di'))).toBe('no plan?');
	});

	it('ends with its response', async () => {
		const first = await answer(visitAs('ed'), { plan: 'team' });
		await answer(visitAs('ed'), { seats: 3 });
		await team.sites.sql`delete from app.responses where display_id = ${first}`;
		expect(await reasonOf(visitAs('ed'))).toBe('audience');
		expect((await find('ed')).answer_traits).toMatchObject([{ key: 'seats', value: 3 }]);
	});

	it('explains why a prompt appears', async () => {
		await answer(visitAs('flo'), { plan: 'team' });
		const decision = await decide(visitAs('flo'), 'offered');
		expect(decision.reason).toBe('displayed');
		const events = await team.manage.ask(team.viewer, 'listEvents', {
			site: team.site.id,
			account: 'flo',
		});
		const event = events.body.items.find(({ name }) => name === 'offered')!.id;
		const why = await team.manage.ask(team.viewer, 'why', { site: team.site.id, event });
		expect(JSON.stringify(why.body)).toContain('it is \\"team\\", the answer to plan of plans');
	});
});

describe('a trait of a response that is deleted by a filter', () => {
	const remove = async (account: string, count: number) => {
		const asked = { site: team.site.id, account, count };
		const { body, status } = await team.manage.ask(team.owner, 'deleteResponses', asked);
		expect(status).toBe(200);
		return body.id;
	};
	const undo = (deletion: string) =>
		team.manage.ask(team.owner, 'undoDeletion', { workspace: team.site.workspace, deletion });

	it('ends with it, and comes back with the undo', async () => {
		const response = await answer(visitAs('gil'), { plan: 'team', seats: 7 });
		const { answer_traits: before } = await find('gil');
		const deletion = await remove('gil', 1);
		expect((await find('gil')).answer_traits).toEqual([]);
		expect(await reasonOf(visitAs('gil'))).toBe('audience');
		expect((await undo(deletion)).status).toBe(200);
		expect((await find('gil')).answer_traits).toEqual(before);
		expect(before).toMatchObject([{ response }, { response }]);
		expect(await reasonOf(visitAs('gil'))).toBe('displayed');
	});

	it('stays what was answered or reported since', async () => {
		await answer(visitAs('hal'), { plan: 'team', seats: 7 });
		const deletion = await remove('hal', 1);
		const later = await answer(visitAs('hal'), { seats: 2 });
		const { sql } = team.sites;
		const reported = { plan_interest: 'solo' };
		await identifyAsBackend(sql as never, team.site.id, 'hal', reported, new Date(sdk.clock.now));
		await undo(deletion);
		const { answer_traits: now } = await find('hal');
		expect(now).toMatchObject([{ key: 'seats', value: 2, response: later }]);
	});

	it('is gone for good with an erasure', async () => {
		await answer(visitAs('ida'), { plan: 'team' });
		await remove('ida', 1);
		await team.manage.ask(team.owner, 'eraseVisitor', { site: team.site.id, account: 'ida' });
		const kept = await team.sites.sql`
			select from app.deleted_responses where site_id = ${team.site.id} and answer_traits is not null`;
		expect(kept).toHaveLength(0);
	});
});
