// Branches on answers to earlier prompts: decided when the prompt is displayed, for browsers that know nothing of them.
import type { PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import { openWorkspace, type TestWorkspace } from '../tests/workspace.ts';
import type { Decision, Display, EventsResponse } from '../../../contract/src/wire.ts';

let team: TestWorkspace;
let sdk: TestSdk;
let prompt: string;
const both = (go: string) => [
	{ when: { op: 'answered' }, go },
	{ when: { op: 'skipped' }, go },
];
const earlier = { prompt: 'export', answer: 'csat', within_days: 2 } as const;
const questions: PromptInput['questions'] = [
	{
		id: 'ease',
		type: 'rating',
		title: 'How easy was it?',
		branches: [
			{ when: { ...earlier, op: 'at_most', value: 2 }, go: 'better' },
			{ when: { op: 'at_least', value: 4 }, go: 'end' },
		],
	},
	{ id: 'why', type: 'long_text', title: 'Why?', required: true },
	{ id: 'better', type: 'yes_no', title: 'Is it better than before?' },
];

beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl);
	const limits = { show: 'always', site_limits: 'ignore' } as const;
	await team.sites.publish(team.site.siteId, {
		survey_id: 'export',
		limits,
		trigger: { events: ['exported'] },
		questions: [{ id: 'csat', type: 'rating', title: 'How was it?' }],
	});
	prompt = await team.sites.publish(team.site.siteId, {
		survey_id: 'later',
		limits,
		trigger: { events: ['returned'] },
		questions,
	});
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

type Sender = ReturnType<typeof newCaller> & { identify?: { account: string } };
const visitAs = (account?: string): Sender => ({
	...newCaller(team.site.siteId, sdk.clock.now),
	...(account !== undefined && { identify: { account } }),
});

function displayOf(decision: Decision | undefined): Display {
	if (decision?.reason !== 'displayed') throw new Error(JSON.stringify(decision));
	return decision.display;
}

async function display(visit: Sender, name: string, event = newEvent(name, sdk.clock.now)) {
	const request = { ...visit, events: [event], decide: true };
	const { body } = await sdk.post<EventsResponse>('/events', request);
	return displayOf(body.decision);
}

async function answer({ id, secret }: Display, answers: object, from = sdk) {
	const target = { site: team.site.siteId, display: id, secret };
	return from.post<{ error?: object }>('/answer', { ...target, seq: 1, final: true, answers });
}
const rate = async (visit: Sender, csat: number) =>
	answer(await display(visit, 'exported'), { csat });
const branchesOf = ({ prompt: drawn }: Display) => drawn.questions[0]!.branches;
const otherwise = [{ when: { op: 'at_least', value: 4 }, go: 'end' }];

async function readAnswers({ id }: Display) {
	const [row] = await team.sites.sql<{ answers: object; met_branches: object | null }[]>`
		select answers, met_branches from app.responses where display_id = ${id}`;
	return row!;
}

describe('a branch on an earlier prompt', () => {
	it('is taken by those whose answer meets it, on every device of the account', async () => {
		await rate(visitAs('ada'), 2);
		const shown = await display(visitAs('ada'), 'returned');
		expect(branchesOf(shown)).toEqual([...both('better'), ...otherwise]);
		expect(JSON.stringify(shown)).not.toContain('csat');
	});

	it('is gone for those who answered otherwise, too long ago, or not at all', async () => {
		const content = visitAs();
		await rate(content, 3);
		expect(branchesOf(await display(content, 'returned'))).toEqual(otherwise);
		expect(branchesOf(await display(visitAs(), 'returned'))).toEqual(otherwise);
		const past = visitAs();
		await rate(past, 1);
		sdk.clock.now += 2 * 86_400_000 + 1_000;
		expect(branchesOf(await display(past, 'returned'))).toEqual(otherwise);
	});

	it('stays as it was decided when the request is repeated and the answer has changed', async () => {
		const visit = visitAs();
		await rate(visit, 1);
		const event = newEvent('returned', sdk.clock.now);
		const first = await display(visit, 'returned', event);
		sdk.clock.now += 1_000;
		await rate(visit, 5);
		expect(branchesOf(await display(visit, 'returned', event))).toEqual(branchesOf(first));
		expect(branchesOf(await display(visit, 'returned'))).toEqual(otherwise);
	});

	it('decides which answers count, in a process that did not display the prompt', async () => {
		const visit = visitAs();
		await rate(visit, 1);
		const shown = await display(visit, 'returned');
		const elsewhere = openSdk(team.sites.ingestUrl, { keyring: sdk.keyring });
		elsewhere.clock.now = sdk.clock.now;
		// `why` is required, and off the path.
		const { status } = await answer(shown, { ease: 1, why: 'Slow', better: true }, elsewhere);
		await elsewhere.end();
		expect(status).toBe(200);
		expect(await readAnswers(shown)).toEqual({
			answers: { ease: 1, better: true },
			met_branches: { ease: [0] },
		});
		const other = await display(visitAs(), 'returned');
		expect(await answer(other, { ease: 1, better: true })).toMatchObject({ status: 422 });
		await answer(other, { ease: 5 });
		expect(await readAnswers(other)).toEqual({ answers: { ease: 5 }, met_branches: {} });
	});

	it('stores nothing with prompts that have none', async () => {
		const shown = await display(visitAs(), 'exported');
		await answer(shown, { csat: 4 });
		expect(await readAnswers(shown)).toEqual({ answers: { csat: 4 }, met_branches: null });
	});
});

it('results, lists and exports go by what was decided at the display', async () => {
	const { site } = team;
	const asked = { site: site.id, prompt };
	const { body } = await team.manage.ask(team.viewer, 'summarizeResponses', asked);
	expect(body.questions).toMatchObject([
		{ id: 'ease', reached: 2, answered: 2 },
		{ id: 'why', reached: 0 },
		{ id: 'better', reached: 1, answered: 1 },
	]);
	const listed = await team.manage.ask(team.viewer, 'listResponses', {
		...asked,
		figure: JSON.stringify({ question: 'better', was: 'reached' }) as never,
	});
	expect(listed.body.items).toMatchObject([{ met_branches: { ease: [0] } }]);
});
