import { expect, it } from 'vitest';

import type { Digest, DigestPrompt } from './read-digest.ts';
import { renderDigest } from './render-digest.ts';

const prompt: DigestPrompt = {
	id: 'prompt-1',
	revision: 3,
	content: {
		survey_id: 'exports',
		questions: [
			{ id: 'score', type: 'nps', title: 'Would you recommend us?' },
			{ id: 'why', type: 'long_text', title: 'Why?' },
			{ id: 'else', type: 'long_text', title: 'Anything else?' },
		],
	} as never,
	responses: 30,
	before: 20,
	scores: [
		{ question: 'score', value: 10, new: 20, before: 5 },
		{ question: 'score', value: 5, new: 10, before: 15 },
	],
	words: [
		{ response: 'r1', question: 'Why?', text: 'Fast' },
		{ response: 'r2', question: 'Why?', text: '<b>Slow</b>\nsecond line' },
		{ response: 'r2', question: 'Anything else?', text: 'No' },
	],
};

const digest = (given: Partial<Digest> = {}): Digest => ({
	site: { id: 'site-1', site_id: 'acme', name: 'Acme', time_zone: 'UTC' },
	// A week in which clocks are set back is an hour longer.
	since: new Date('2026-10-19T07:00:00Z'),
	until: new Date('2026-10-26T08:00:00Z'),
	every: 'week',
	timeZone: 'Europe/Vienna',
	partial: false,
	condition: null,
	prompts: [prompt],
	approvals: [],
	...given,
});

const render = (given: Partial<Digest> = {}) =>
	renderDigest(digest(given), 'https://feedback.example.com');

it('contains the question, the score with its interval and change, and the newest texts', () => {
	expect(render().text).toBe(`Acme: 30 new responses

Mon 19 October at 09:00 to Mon 26 October at 09:00 (Europe/Vienna)

exports
Would you recommend us?
NPS 33 (95% confidence interval: −29 to 79)
+83 compared with the week before (−19 to +155)
30 responses, 20 the week before
Why?
> Fast
> <b>Slow</b>
> second line
Anything else?
> No
https://feedback.example.com/sites/site-1/prompts/prompt-1/results`);
});

it('escapes texts in HTML, names each question once and links to the responses', async () => {
	const html = await render().html('https://feedback.example.com/unsubscribe');
	expect(html).toContain('&lt;b&gt;Slow&lt;/b&gt;\nsecond line');
	expect(html.match(/>Why\?</g)).toHaveLength(1);
	expect(html).toContain('/sites/site-1/responses?response=r2"');
	const lists = [...html.matchAll(/href="([^"]*[?]prompt=[^"]*)">([^<]*)</g)].map(
		([, url, text]) => [text, new URL(url!.replaceAll('&amp;', '&')).searchParams] as const,
	);
	expect(lists.map(([text]) => text)).toEqual(['NPS 33', '+83', '30 responses', '20']);
	const [text, query] = lists[3]!;
	expect([text, Object.fromEntries(query)]).toEqual([
		'20',
		{
			prompt: 'prompt-1',
			state: 'final',
			figure: '{"was":"answered"}',
			period: 'custom',
			from: '2026-10-12T06:00:00.000Z',
			to: '2026-10-19T07:00:00.000Z',
		},
	]);
	expect(html).toContain('href="https://feedback.example.com/unsubscribe"');
});

it('lets each text have its own direction', async () => {
	const title = 'لماذا PDF؟';
	const words = [{ response: 'r1', question: title, text: 'ملف PDF فارغ!' }];
	const html = await render({ prompts: [{ ...prompt, words }] }).html(
		'https://feedback.example.com/u',
	);
	expect(html).toContain(`<p class="muted" dir="auto">${title}</p>`);
	expect(html).toContain('<p class="words" dir="auto">ملف PDF فارغ!</p>');
});

it('compares with a period of the same length when it does not cover a whole week', () => {
	const { text } = render({ since: new Date('2026-10-24T07:00:00Z') });
	expect(text).toContain('30 responses, 20 in the same time before');
	expect(text).toContain('compared with the same time before');
});

it('shows the share of thumbs up, for which a mean says nothing', () => {
	const { text } = render({
		prompts: [
			{
				...prompt,
				content: {
					survey_id: 'exports',
					questions: [{ id: 'thumb', type: 'rating', scale: 2, title: 'Was it useful?' }],
				} as never,
				scores: [
					{ question: 'thumb', value: 2, new: 24, before: 5 },
					{ question: 'thumb', value: 1, new: 6, before: 15 },
				],
			},
		],
	});
	expect(text).toContain('80% thumbs up (95% confidence interval: ');
	expect(text).toContain('+55 points compared with the week before (');
});

it('that contains only requests mentions them in the subject', () => {
	const approval: Digest['approvals'][number] = {
		id: 'request-1',
		action: 'prompt:publish',
		revision: 4,
		connection: 'Editor',
		prompt: 'exports',
	};
	const one = render({ prompts: [], approvals: [approval] });
	expect(one.subject).toBe('Acme: 1 request for approval');
	expect(one.text).toContain(`Editor asks to publish revision 4 of the prompt exports
https://feedback.example.com/approvals/request-1`);
});
