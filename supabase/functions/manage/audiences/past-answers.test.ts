import { routes, type PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';
import type { EventsResponse } from '../../../../contract/src/wire.ts';

let team: TestWorkspace;
let sdk: TestSdk;
let site: string;
beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl);
	site = team.site.id;
	await team.sites.publish(team.site.siteId, {
		survey_id: 'export',
		trigger: { events: ['exported'] },
		questions: [
			{ id: 'ease', type: 'rating', title: 'How easy was it?' },
			{
				id: 'reason',
				type: 'single_choice',
				title: 'Why?',
				options: [
					{ value: 'price', label: 'Price' },
					{ value: 'speed', label: 'Speed' },
				],
			},
		],
		experiment: {
			key: 'words',
			variants: [
				{ key: 'control' },
				{ key: 'short', questions: [{ id: 'happy', type: 'yes_no', title: 'Happy?' }] },
			],
		},
	});
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

const about = (given: object) =>
	({ prompt: 'export', within_days: 30, ...given }) as PromptInput['audience'];
const unhappy = about({ answer: 'ease', op: 'at_most', value: 2 });
const create = (audience: PromptInput['audience'], more: Partial<PromptInput> = {}) =>
	team.manage.ask(team.editor, 'createPrompt', {
		site,
		content: writePrompt({ audience, trigger: { events: ['opened'] }, ...more }),
	});
const check = async (audience: PromptInput['audience']) => {
	const content = writePrompt({ audience });
	const { body } = await team.manage.ask(team.viewer, 'checkPrompt', { site, content });
	return routes.checkPrompt.output.parse(body);
};

describe('a condition on an earlier answer', () => {
	it.each<[object, string, string]>([
		[
			{ prompt: 'exprot', answer: 'ease', op: 'answered' },
			'prompt',
			'"exprot" is not a prompt of this site',
		],
		[
			{ answer: 'eas', op: 'answered' },
			'answer',
			'"export" has no question "eas"; its questions are ease, reason, happy',
		],
		[
			{ answer: 'ease', op: 'at_most', value: 7 },
			'value',
			'no answer to "ease" is 7; answers are from 1 to 5',
		],
		[
			{ answer: 'reason', op: 'one_of', value: ['speed', 'Price'] },
			'value.1',
			'no answer to "reason" is "Price"; options are price, speed',
		],
	])('%j names what the site does not have', async (given, at, message) => {
		const audience = { all: [{ identified: true }, about(given)!] } as PromptInput['audience'];
		const field = `content.audience.all.1.${at}`;
		const { status, error } = await create(audience);
		expect([status, error]).toMatchObject([
			422,
			{ code: 'invalid_prompt', field, message: `${field} ${message}.` },
		]);
		expect(await check(audience)).toMatchObject({
			valid: false,
			faults: [{ path: ['audience', 'all', 1, ...pathOf(at)], message }],
			content: null,
		});
		const rule = about(given);
		const saved = await team.manage.ask(team.editor, 'createAudience', {
			site,
			key: 'unhappy-1',
			name: 'Unhappy',
			rule: rule as never,
		});
		expect([saved.status, saved.error.field]).toEqual([400, `rule.${at}`]);
	});

	it.each<[object, string, string]>([
		[
			{ prompt: 'exprot', answer: 'ease', op: 'answered' },
			'.prompt',
			'"exprot" is not a prompt of this site',
		],
		[
			{ answer: 'reason', op: 'one_of', value: ['Price'] },
			'.value.0',
			'no answer to "reason" is "Price"; options are price, speed',
		],
		[
			{ answer: 'ease', op: 'greater', value: 5 },
			'',
			'is never met: of "ease", answers are from 1 to 5',
		],
	])('in a branch, %j names what the site does not have', async (given, at, message) => {
		const branches = [{ when: about(given) as never, go: 'end' }];
		const questions = [{ id: 'now', type: 'nps' as const, title: 'Now?', branches }];
		const later = { id: 'why', type: 'long_text' as const, title: 'Why?' };
		for (const [more, path] of [
			[{ questions: [...questions, later] }, 'questions.0.branches.0.when'],
			[
				{
					experiment: {
						key: 'b',
						variants: [{ key: 'x' }, { key: 'y', questions: [...questions, later] }],
					},
				},
				'experiment.variants.1.questions.0.branches.0.when',
			],
		] as [Partial<PromptInput>, string][]) {
			const field = `content.${path}${at}`;
			const { status, error } = await create(undefined, more);
			expect([status, error]).toMatchObject([
				422,
				{ code: 'invalid_prompt', field, message: `${field} ${message}.` },
			]);
		}
	});

	it('may name questions of variants, of earlier revisions, and of the prompt itself', async () => {
		expect((await create(about({ answer: 'happy', op: 'is', value: false }))).status).toBe(200);
		const own = { prompt: 'own', answer: 'score', op: 'at_most', value: 2, within_days: 90 };
		const made = await create(own as PromptInput['audience'], { survey_id: 'own' });
		expect(made.status).toBe(200);
		const changed = writePrompt({
			survey_id: 'own',
			questions: [{ id: 'other', type: 'yes_no', title: 'And now?' }],
			audience: own as PromptInput['audience'],
		});
		const saved = { site, prompt: made.body.id, content: changed };
		expect((await team.manage.ask(team.editor, 'saveRevision', saved)).status).toBe(200);
	});

	it('is no negation, which would match everyone who was never asked', async () => {
		const audience = about({ answer: 'reason', op: 'is_not', value: 'price' });
		const content = { ...writePrompt(), audience };
		const { body } = await team.manage.ask(team.viewer, 'checkPrompt', { site, content });
		expect(body).toMatchObject({ valid: false, faults: [{ path: ['audience', 'op'] }] });
	});
});

const pathOf = (at: string) =>
	at.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

describe('a test of rules', () => {
	const visitor = crypto.randomUUID();
	const test = async (audience: PromptInput['audience']) => {
		const content = writePrompt({ audience, trigger: { events: ['opened'] } });
		const input = { site, visitor, event: { name: 'opened' }, content };
		const { body } = await team.manage.ask(team.viewer, 'testRules', input);
		const { reason, prompts } = routes.testRules.output.parse(body);
		return [reason, prompts[0]!.rules.find(({ rule }) => rule === 'audience')?.text];
	};

	it('says what the visitor answered, and when', async () => {
		const caller = { ...newCaller(team.site.siteId, sdk.clock.now), visitor };
		const events = [newEvent('exported', sdk.clock.now)];
		const { body } = await sdk.post<EventsResponse>('/events', { ...caller, events, decide: true });
		const asked = body.decision;
		if (asked?.reason !== 'displayed') throw new Error(asked?.reason);
		expect((await test(unhappy))[1]).toBe(
			'ease of export at most 2 within 30 days; the prompt was never answered',
		);
		const { id, secret } = asked.display;
		const answers = asked.display.prompt.questions.some((question) => question.id === 'ease')
			? { ease: 2 }
			: { happy: false };
		const target = { site: team.site.siteId, display: id, secret };
		await sdk.post('/answer', { ...target, seq: 1, final: true, answers });
		const [question, value] = Object.entries(answers)[0]!;
		const [reason, text] = await test(about({ answer: question, op: 'is', value }));
		expect(reason).toBe('displayed');
		expect(text).toMatch(
			new RegExp(
				`^${question} of export is ${value} within 30 days; the latest answer is ${value}, \\d+ seconds? ago$`,
			),
		);
		const skipped = await test(about({ answer: 'reason', op: 'is', value: 'price' }));
		expect(skipped[0]).toBe('audience');
		expect(skipped[1]).toMatch(
			/^reason of export is "price" within 30 days; the latest response skips it, \d+ seconds? ago$/,
		);
	});
});
