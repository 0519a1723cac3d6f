// Simulates people who answer a survey, or do not, through the SDK's API: ties, empty answers, skewed scales,
// unfinished responses.
import type { PromptInput } from '@feedback/contract';

import type { EventsResponse } from '../../../contract/src/wire.ts';
import { newCaller, newEvent, type TestSdk } from '../../../supabase/functions/tests/sdk.ts';

export const survey = {
	survey_id: 'recomputed',
	name: 'Recomputed',
	trigger: { events: ['used'] },
	limits: { show: 'always', site_limits: 'ignore' },
	questions: [
		{ id: 'nps', type: 'nps', title: 'Would you recommend us?' },
		{
			id: 'ease',
			type: 'rating',
			title: 'How easy was it?',
			scale: 5,
			branches: [{ when: { op: 'at_least', value: 4 }, go: 'parts' }],
		},
		{ id: 'trouble', type: 'long_text', title: 'What got in the way?' },
		{
			id: 'parts',
			type: 'multiple_choice',
			title: 'What did you use?',
			other_label: 'Other',
			options: ['web', 'api', 'app'].map((value) => ({ value, label: value })),
		},
		{ id: 'effort', type: 'rating', title: 'It was easy to do', scale: 7 },
		{
			id: 'size',
			type: 'single_choice',
			title: 'How many are you?',
			options: ['one', 'few', 'many'].map((value) => ({ value, label: value })),
			branches: [{ when: { op: 'is', value: 'one' }, go: 'end' }],
		},
		{ id: 'again', type: 'yes_no', title: 'Would you do it again?' },
		{ id: 'agree', type: 'consent', title: 'May we quote you?', label: 'Yes' },
		{ id: 'note', type: 'short_text', title: 'Anything else?' },
	],
} satisfies PromptInput;

/** A different scale makes it a different question; a different title does not. */
export const rescaled = {
	...survey,
	questions: survey.questions.map((question) =>
		question.id === 'ease'
			? { ...question, scale: 10 }
			: question.id === 'nps'
				? { ...question, title: 'Would you recommend us to a friend?' }
				: question,
	),
} as PromptInput;

const german = { de: { questions: { nps: { title: 'Würden Sie uns empfehlen?' } } } };
const thumb = { id: 'thumb', type: 'rating', title: 'Was it useful?', scale: 2 } as const;
const hello = { id: 'hello', type: 'message', title: 'Two more questions' } as const;

/** The same questions with thumbs and a message, and a variant with fewer questions, some in other words. */
export const varied = {
	...rescaled,
	questions: [...rescaled.questions, hello, thumb],
	translations: german,
	experiment: {
		key: 'length',
		variants: [
			{ key: 'long' },
			{
				key: 'short',
				weight: 2,
				translations: german,
				questions: [
					{ id: 'nps', type: 'nps', title: 'Recommend us?' },
					{ id: 'ease', type: 'rating', title: 'Easy?', scale: 3 },
					thumb,
				],
			},
		],
	},
} as PromptInput;

/** What the browser reported about the page of each display, by the display's UUID. */
export type Contexts = Record<string, { device: string; path: string }>;

/** Simulates one person after another, from one time to another. */
export async function answerSurvey(
	sdk: TestSdk,
	site: string,
	random: () => number,
	{ people, from, to }: { people: number; from: number; to: number },
): Promise<Contexts> {
	const contexts: Contexts = {};
	for (let person = 0; person < people; person++) {
		sdk.clock.now = Math.round(from + ((to - from) * person) / people);
		// One person in four returns.
		const account = `account-${Math.floor(random() * people * (random() < 0.25 ? 0.1 : 50))}`;
		const plan = random() < 0.5 ? 'pro' : 'free';
		const context = drawContext(random);
		const { decision } = (
			await sdk.post<EventsResponse>('/events', {
				...newCaller(site, sdk.clock.now),
				context: { ...context, languages: [random() < 0.3 ? 'de-AT' : 'en'] },
				identify: { account, traits: random() < 0.9 ? { plan } : {} },
				events: [newEvent('used', sdk.clock.now)],
				decide: true,
			})
		).body;
		if (decision?.reason !== 'displayed') throw new Error(decision?.reason);
		const { id, secret, prompt } = decision.display;
		contexts[id] = context;
		const send = async (route: string, body: Record<string, unknown>) => {
			const { status, body: answer } = await sdk.post(route, {
				site,
				display: id,
				secret,
				...body,
			});
			if (status >= 300) throw new Error(JSON.stringify(answer));
		};
		const fate = random();
		if (fate < 0.05) {
			await send('/display', { state: 'released', reason: 'hidden' });
			continue;
		}
		if (fate < 0.12) continue;
		sdk.clock.now += Math.round(200 + random() * 800);
		await send('/display', { state: 'displayed' });
		if (fate < 0.3) {
			if (fate < 0.25) await send('/display', { state: 'dismissed' });
			continue;
		}
		// Some people take less than ten seconds, some take minutes, some until the next day.
		sdk.clock.now += Math.round(1_000 * 10 ** (random() ** 2 * 4));
		const ease = prompt.questions.find(({ id: question }) => question === 'ease');
		const answers = Object.fromEntries(
			Object.entries(
				draw(random, { plan, scale: ease && 'scale' in ease ? ease.scale : 5 }),
			).filter(([question]) => prompt.questions.some(({ id: one }) => one === question)),
		);
		const given = Object.entries(answers).slice(0, 1 + Math.floor(random() * 16));
		await send('/answer', {
			seq: 1,
			final: given.length === Object.keys(answers).length && random() < 0.9,
			answers: Object.fromEntries(given),
		});
	}
	return contexts;
}

/** More pages than the results list; few people visit most of them. */
function drawContext(random: () => number): Contexts[string] {
	const device = random() < 0.3 ? 'phone' : random() < 0.2 ? 'tablet' : 'desktop';
	return { device, path: `/page-${String(Math.floor(40 * random() ** 2)).padStart(2, '0')}` };
}

/**
 * Answers along the path of the survey, some of them empty. People with the plan `pro` are happier; nearly all rate the
 * effort the same.
 */
function draw(random: () => number, { plan, scale }: { plan: string; scale: number }) {
	const upTo = (most: number, power: number) => Math.floor((most + 1) * random() ** power);
	const skip = (share: number) => random() < share;
	const ease = 1 + upTo(scale - 1, plan === 'pro' ? 0.5 : 1);
	const parts: unknown[] = ['web', 'api', 'app'].filter(() => random() < 0.4);
	if (random() < 0.1) parts.push({ other: 'the phone' });
	const size = ['one', 'few', 'many'][upTo(2, 2)]!;
	return {
		...(!skip(0.05) && { nps: plan === 'pro' ? 10 - upTo(6, 3) : upTo(10, 0.7) }),
		...(!skip(0.1) && { ease }),
		...(ease < 4 && { trouble: skip(0.3) ? '  ' : 'It was slow' }),
		parts: skip(0.2) ? [] : parts,
		effort: skip(0.05) ? null : skip(0.95) ? 7 : 1 + upTo(6, 1),
		...(!skip(0.1) && { size }),
		...(size !== 'one' && { again: random() < 0.98, agree: random() < 0.3 }),
		...(size !== 'one' && { note: skip(0.6) ? '' : 'Thanks' }),
		...(size !== 'one' && { hello: true }),
		...(!skip(0.2) && { thumb: random() < 0.7 ? 2 : 1 }),
	};
}
