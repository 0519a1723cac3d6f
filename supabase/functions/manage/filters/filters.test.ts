// Filters of responses and displays by a condition, in the same language as for destinations.
import type { ResponseCondition, Rule } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { EventsResponse } from '../../../../contract/src/wire.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

type Condition = Rule<ResponseCondition>;

let team: TestWorkspace;
let sdk: TestSdk;
let site: string;
let prompt: string;
const names = new Map<string, string>();

beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl);
	site = team.site.id;
	prompt = await team.sites.publish(team.site.siteId, {
		survey_id: 'filtered',
		trigger: { events: ['rated'] },
		questions: [
			{ id: 'score', type: 'nps', title: 'Would you recommend us?' },
			{
				id: 'tools',
				type: 'multiple_choice',
				title: 'Which?',
				options: [
					{ value: 'slack', label: 'Slack export' },
					{ value: 'api', label: 'API' },
				],
			},
			{ id: 'why', type: 'long_text', title: 'Why?' },
		],
	} as never);
	await visit('ada', {
		context: { path: '/settings/billing', device: 'phone', languages: ['de-AT', 'en'] },
		traits: { plan: 'pro', seats: 30, joined: '2026-01-05' },
		answers: { score: 3, tools: ['slack', 'api'], why: 'Too slow' },
	});
	await visit('bob', {
		context: { path: '/reports', device: 'desktop', languages: ['en'] },
		traits: { plan: 'free', seats: 2, joined: '2020-01-05' },
		answers: { score: 10, tools: ['slack'] },
	});
	await visit('cy', { traits: { plan: 'pro' }, answers: { score: 6, why: '  ' } });
	await visit('dee', { context: { device: 'phone' }, traits: {} });
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

type Visited = {
	context?: object;
	traits: Record<string, string | number>;
	answers?: Record<string, unknown>;
};

async function visit(account: string, { context, traits, answers }: Visited): Promise<void> {
	const caller = newCaller(team.site.siteId, sdk.clock.now);
	const { body } = await sdk.post<EventsResponse>('/events', {
		...caller,
		identify: { account, traits },
		decide: true,
		context,
		events: [newEvent('rated', sdk.clock.now)],
	});
	if (body.decision?.reason !== 'displayed') throw new Error(JSON.stringify(body));
	const { id: display, secret } = body.decision.display;
	names.set(display, account);
	if (!answers) return;
	await sdk.post('/answer', { site: caller.site, display, secret, seq: 1, final: true, answers });
}

const ask = (name: 'listResponses' | 'summarizeResponses', condition: unknown, more = {}) =>
	team.manage.ask(team.viewer, name, {
		site,
		prompt,
		...more,
		condition: typeof condition === 'string' ? condition : JSON.stringify(condition),
	} as never);

async function find(condition: Condition): Promise<string[]> {
	const { body, status, error } = await ask('listResponses', condition);
	expect(status, JSON.stringify(error)).toBe(200);
	return (body as { items: { id: string }[] }).items.map(({ id }) => names.get(id)!).sort();
}

const conditions: [Condition, string[]][] = [
	[{ answer: 'score', op: 'at_most', value: 6 }, ['ada', 'cy']],
	[{ answer: 'score', op: 'between', value: [6, 10] }, ['bob', 'cy']],
	[{ answer: 'tools', op: 'is', value: 'slack' }, ['ada', 'bob']],
	[{ answer: 'tools', op: 'none_of', value: ['api'] }, ['bob', 'cy']],
	[{ answer: 'why', op: 'contains', value: 'slow' }, ['ada']],
	[{ answer: 'why', op: 'answered' }, ['ada']],
	[{ answer: 'why', op: 'skipped' }, ['bob', 'cy']],
	[{ trait: 'plan', op: 'is', value: 'pro' }, ['ada', 'cy']],
	[{ trait: 'seats', op: 'greater', value: 2 }, ['ada']],
	[{ trait: 'seats', op: 'missing' }, ['cy']],
	[{ trait: 'joined', op: 'after', value: '2025-01-01' }, ['ada']],
	[{ trait: 'joined', op: 'older_than', days: 1_000 }, ['bob']],
	[{ trait: 'joined', op: 'newer_than', days: 1_000 }, ['ada']],
	[{ context: 'device', op: 'is', value: 'phone' }, ['ada']],
	[{ context: 'device', op: 'missing' }, ['cy']],
	[{ context: 'language', op: 'is', value: 'DE' }, ['ada']],
	[{ context: 'language', op: 'is_not', value: 'de-AT' }, ['bob', 'cy']],
	[{ context: 'path', op: 'starts_with', value: '/settings' }, ['ada']],
	[{ context: 'path', op: 'before', value: '2026-01-01' }, []],
	[
		{
			all: [
				{ answer: 'score', op: 'at_most', value: 6 },
				{
					any: [
						{ answer: 'tools', op: 'is', value: 'slack' },
						{ trait: 'plan', op: 'is', value: 'x' },
					],
				},
			],
		},
		['ada'],
	],
	[
		{
			none: [
				{ context: 'device', op: 'is', value: 'phone' },
				{ trait: 'plan', op: 'is', value: 'free' },
			],
		},
		['cy'],
	],
];

describe('a filter by a condition', () => {
	it.each(conditions)('%j finds %j', async (condition, found) => {
		expect(await find(condition)).toEqual(found);
	});

	it('has the same meaning as the condition of a destination', async () => {
		for (const [condition] of conditions) {
			const { sql } = team.sites;
			const rows = await sql<{ id: string }[]>`
				select r.display_id as id
				from app.compile_destination_condition(${sql.json(condition as never)}, '{}') c, app.responses r
				where app.meets_condition(c.path::jsonpath, c.vars, r.answers, r.traits, r.context, r.created_at)`;
			expect(rows.map(({ id }) => names.get(id)!).sort(), JSON.stringify(condition)).toEqual(
				await find(condition),
			);
		}
	});

	it('also filters displays, and has no response rate if it compares answers', async () => {
		const phones = await ask('summarizeResponses', { context: 'device', op: 'is', value: 'phone' });
		expect(phones.body).toMatchObject({ displays: 2, responses: 1 });
		expect(phones.body).toMatchObject({ response_rate: { value: 0.5 } });
		const detractors = await ask('summarizeResponses', conditions[0]![0]);
		expect(detractors.body).toMatchObject({ displays: 2, responses: 2, response_rate: null });
		const skipped = await ask('summarizeResponses', { answer: 'why', op: 'skipped' });
		expect(skipped.body).toMatchObject({ displays: 3, responses: 2 });
	});

	it('filters exports and both sides of a comparison', async () => {
		const condition = JSON.stringify({ context: 'device', op: 'is', value: 'phone' });
		const read = async (name: 'exportResponses' | 'exportDisplayLines') => {
			const { body } = await team.manage.ask(team.viewer, name, { site, prompt, condition });
			return (body as unknown as string).trim().split('\n').length;
		};
		expect(await read('exportResponses')).toBe(2);
		expect(await read('exportDisplayLines')).toBe(2);
		const { body } = await team.manage.ask(team.viewer, 'compareResponses', {
			site,
			prompt,
			other: '{}',
			one: JSON.stringify({ condition: conditions[0]![0], name: 'Detractors' }),
		});
		expect(body.response_rate).toBeNull();
		expect(body.questions[0]!.differences[0]).toMatchObject({
			one: { answers: 2 },
			other: { answers: 3 },
		});
	});

	it.each([
		['text', 'score<=6', 'condition'],
		['an unknown operator', { answer: 'score', op: 'below', value: 6 }, 'condition.op'],
		['what is no condition', { plan: 'pro' }, 'condition'],
		[
			'a question that no revision asks',
			{ any: [{ answer: 'gone', op: 'answered' }] },
			'condition.any.0.answer',
		],
		[
			'too many',
			{ any: Array.from({ length: 60 }, () => ({ answer: 'score', op: 'answered' })) },
			'condition',
		],
	])('is refused for %s, with the field', async (_, condition, field) => {
		for (const name of ['listResponses', 'summarizeResponses'] as const) {
			const { status, error } = await ask(name, condition);
			expect(status).toBe(400);
			expect(error).toMatchObject({ code: 'invalid_request' });
			expect(error!.field).toMatch(new RegExp(`^${field}`));
		}
	});

	it.each([
		['variant', 'gone'],
		['revision', 7],
	])('is refused for a deleted %s', async (field, value) => {
		const { status, error } = await team.manage.ask(team.viewer, 'summarizeResponses', {
			site,
			prompt,
			[field]: value,
		});
		expect(status).toBe(400);
		expect(error).toMatchObject({ field, hint: 'Leave it out of the filter.' });
	});
});
