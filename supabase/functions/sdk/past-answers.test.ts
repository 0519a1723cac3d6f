import type { AnswerHistoryCondition, PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import { openWorkspace, type TestWorkspace } from '../tests/workspace.ts';
import { waitBehind } from '../../tests/wait-behind.ts';
import type { Decision, Display, EventsResponse } from '../../../contract/src/wire.ts';
import { storeAnswers } from './store-answers.ts';

const day = 86_400_000;
const options = ['price', 'speed', 'design'].map((value) => ({ value, label: value }));

let team: TestWorkspace;
let sdk: TestSdk;
let follow = 0;
beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl);
	await publish({
		survey_id: 'export',
		trigger: { events: ['exported'] },
		questions: [
			{ id: 'ease', type: 'rating', title: 'How easy was it?' },
			{ id: 'reason', type: 'single_choice', title: 'Why?', options, other_label: 'Other' },
			{ id: 'wishes', type: 'multiple_choice', title: 'What is missing?', options },
			{ id: 'again', type: 'yes_no', title: 'Would you do it again?' },
			{ id: 'words', type: 'long_text', title: 'Anything else?' },
		],
	});
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

const publish = (prompt: Partial<PromptInput> & { survey_id: string }) =>
	team.sites.publish(team.site.siteId, prompt);

type About<Condition> = Condition extends AnswerHistoryCondition
	? Omit<Condition, 'prompt' | 'within_days'> & { within_days?: number }
	: never;

/** Publishes a prompt about an answer to `export`. Returns the name of its event. */
async function followUp(
	...conditions: [About<AnswerHistoryCondition>, ...About<AnswerHistoryCondition>[]]
): Promise<string> {
	const name = `follow-${++follow}`;
	const all = conditions.map(
		(about) => ({ prompt: 'export', within_days: 30, ...about }) as AnswerHistoryCondition,
	);
	await publish({ survey_id: name, trigger: { events: [name] }, audience: { all } });
	return name;
}

type Sender = ReturnType<typeof newCaller> & { identify?: { account: string } };
const visitAs = (account?: string): Sender => ({
	...newCaller(team.site.siteId, sdk.clock.now),
	...(account !== undefined && { identify: { account } }),
});

async function decide(visit: Sender, name: string): Promise<Decision> {
	const events = [newEvent(name, sdk.clock.now)];
	const { body } = await sdk.post<EventsResponse>('/events', { ...visit, events, decide: true });
	if (!body.decision) throw new Error(JSON.stringify(body));
	return body.decision;
}
const reasonOf = async (visit: Sender, name: string) => (await decide(visit, name)).reason;

async function display(visit: Sender): Promise<Display> {
	const decision = await decide(visit, 'exported');
	if (decision.reason !== 'displayed') throw new Error(decision.reason);
	return decision.display;
}

async function answer(visit: Sender, answers: object, final = true): Promise<Display> {
	const shown = await display(visit);
	await send(shown, 1, answers, final);
	return shown;
}

async function send({ id, secret }: Display, seq: number, answers: object, final: boolean) {
	const target = { site: team.site.siteId, display: id, secret };
	const { status } = await sdk.post('/answer', { ...target, seq, final, answers });
	expect(status).toBe(200);
}

describe('an audience by an earlier answer', () => {
	it('contains who gave it, on every device of the account', async () => {
		const event = await followUp({ answer: 'ease', op: 'at_most', value: 2 });
		await answer(visitAs('ada'), { ease: 2 });
		expect(await reasonOf(visitAs('ada'), event)).toBe('displayed');
		const anonymous = visitAs();
		await answer(anonymous, { ease: 1 });
		const signedIn = { ...anonymous, identify: { account: 'grace' } };
		expect(await reasonOf(signedIn, event)).toBe('displayed');
	});

	it('contains neither who answered otherwise, nor who skipped the question or the prompt', async () => {
		const event = await followUp({ answer: 'ease', op: 'at_most', value: 2 });
		const [content, skipping, leaving] = [visitAs(), visitAs(), visitAs()];
		await answer(content, { ease: 3 });
		await answer(skipping, { ease: null, again: true });
		await display(leaving);
		for (const visit of [content, skipping, leaving, visitAs()]) {
			expect(await reasonOf(visit, event)).toBe('audience');
		}
	});

	it('goes by the latest response, and by what it says now', async () => {
		const event = await followUp({ answer: 'ease', op: 'at_most', value: 2 });
		const visit = visitAs();
		await answer(visit, { ease: 1 });
		const second = await answer(visit, { ease: 5 }, false);
		expect(await reasonOf(visit, event)).toBe('audience');
		await send(second, 2, { ease: null, again: false }, false);
		expect(await reasonOf(visit, event)).toBe('audience');
		await send(second, 3, { ease: 2 }, true);
		expect(await reasonOf(visit, event)).toBe('displayed');
	});

	it('ignores a response without any answer', async () => {
		const event = await followUp({ answer: 'ease', op: 'is', value: 1 });
		const visit = visitAs();
		await answer(visit, { ease: 1 });
		sdk.clock.now += 1_000;
		await answer(visit, { ease: null }, false);
		expect(await reasonOf(visit, event)).toBe('displayed');
	});

	it('ends with its days', async () => {
		const event = await followUp({ answer: 'ease', op: 'answered', within_days: 2 });
		const [early, late] = [visitAs(), visitAs()];
		await answer(early, { ease: 4 });
		await answer(late, { ease: 4 });
		sdk.clock.now += 2 * day - 1_000;
		expect(await reasonOf(early, event)).toBe('displayed');
		sdk.clock.now += 2_000;
		expect(await reasonOf(late, event)).toBe('audience');
	});

	it.each<[About<AnswerHistoryCondition>, object, object]>([
		[
			{ answer: 'reason', op: 'is', value: 'price' },
			{ reason: 'price' },
			{ reason: { other: 'price' } },
		],
		[
			{ answer: 'reason', op: 'one_of', value: ['price', 'speed'] },
			{ reason: 'speed' },
			{ reason: 'design' },
		],
		[
			{ answer: 'wishes', op: 'is', value: 'price' },
			{ wishes: ['price', 'speed'] },
			{ wishes: ['speed'] },
		],
		[{ answer: 'again', op: 'is', value: false }, { again: false }, { again: true }],
		[{ answer: 'ease', op: 'between', value: [2, 3] }, { ease: 3 }, { ease: 4 }],
		[{ answer: 'words', op: 'answered' }, { words: 'It is slow' }, { words: ' ', ease: 1 }],
	])('by %j', async (condition, matching, other) => {
		const event = await followUp(condition);
		const [one, two] = [visitAs(), visitAs()];
		await answer(one, matching);
		await answer(two, other);
		expect(await reasonOf(one, event)).toBe('displayed');
		expect(await reasonOf(two, event)).toBe('audience');
	});

	it('may combine several answers of one response', async () => {
		const event = await followUp(
			{ answer: 'ease', op: 'at_most', value: 2 },
			{ answer: 'reason', op: 'is', value: 'price' },
		);
		const [both, one] = [visitAs(), visitAs()];
		await answer(both, { ease: 1, reason: 'price' });
		await answer(one, { ease: 1, reason: 'speed' });
		expect(await reasonOf(both, event)).toBe('displayed');
		expect(await reasonOf(one, event)).toBe('audience');
	});

	it('no longer contains whose response was deleted', async () => {
		const event = await followUp({ answer: 'ease', op: 'is', value: 1 });
		const visit = visitAs();
		const { id } = await answer(visit, { ease: 1 });
		const input = { site: team.site.id, response: id };
		expect((await team.manage.ask(team.owner, 'deleteResponse', input)).status).toBe(200);
		expect(await reasonOf(visit, event)).toBe('audience');
	});

	it('is decided again under the lock of the subject', async () => {
		const event = await followUp({ answer: 'ease', op: 'is', value: 1 });
		const visit = visitAs();
		const { id } = await answer(visit, { ease: 1 }, false);
		const reason = await waitBehind(
			team.sites.sql,
			(tx) => tx`select from app.subject_locks where site_id = ${team.site.id} for update`,
			() => reasonOf(visit, event),
			(tx) =>
				storeAnswers(tx, {
					site: team.site.id,
					display: id,
					seq: 2,
					final: true,
					answers: { ease: 5 },
					now: new Date(sdk.clock.now),
				}),
		);
		expect(reason).toBe('audience');
	});
});
