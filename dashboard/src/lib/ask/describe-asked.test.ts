import { expect, it } from 'vitest';

import { readResponseFilter } from '#lib/response/response-filter.ts';

import { readAskedView, toAskedUrl } from './asked-url.ts';
import { describeAsked, findWords } from './describe-asked.ts';

const questions = [
	{ id: 'score', type: 'nps', title: 'Would you recommend us?' },
	{ id: 'why', type: 'long_text', title: 'Why?' },
];
const query = {
	prompt: '0190a0b1-7c00-7000-8000-000000000001',
	days: null,
	from: null,
	to: null,
	condition: null,
	search: null,
	tag: null,
	question: null,
	by: null,
};
const at = { timeZone: 'Europe/Vienna', now: Date.parse('2026-03-10T12:00:00Z') };

/** The filter of the page whose URL is written for a query. */
function read(more: Partial<Parameters<typeof toAskedUrl>[0]>) {
	const written = Object.entries(toAskedUrl({ ...query, ...more }, at));
	const url = new URLSearchParams(written.filter((pair): pair is [string, string] => !!pair[1]));
	return { filter: readResponseFilter(url), view: readAskedView(url) };
}
const describe = (more: Parameters<typeof read>[0], tag?: string) =>
	describeAsked({ filter: read(more).filter, prompt: 'Export', questions, tag });

it('says in the words of the field which responses are counted', () => {
	const detractors = { answer: 'score', op: 'at_most', value: 6 } as const;
	const slow = { answer: 'why', op: 'contains', value: 'slow' } as const;
	expect(describe({})).toBe('responses to “Export”');
	expect(describe({ days: 30, condition: { all: [detractors, slow] } })).toBe(
		'responses to “Export” in the last 30 days, from detractors, with “slow”',
	);
	expect(describe({ from: '2026-03-01', condition: { ...detractors, value: 3 } })).toBe(
		'responses to “Export” since 1 March 2026, where the answer to “Would you recommend us?” is at most 3',
	);
	expect(describe({ condition: { any: [slow, { trait: 'plan', op: 'is', value: 'pro' }] } })).toBe(
		'responses to “Export”, where at least one of these is true: (the answer to “Why?” contains “slow”; the trait “plan” is “pro”)',
	);
	expect(
		describeAsked({
			filter: read({ prompt: null, search: 'slow' }).filter,
			prompt: undefined,
			questions,
			tag: undefined,
		}),
	).toBe('responses with “slow”');
	expect(describe({}, 'Speed')).toBe('texts to “Export”, tagged “Speed”');
});

it('writes periods that the field does not list as days of the site', () => {
	expect(read({ days: 90 }).filter).toMatchObject({ period: '90', from: '', to: '' });
	expect(read({ days: 10 }).filter).toMatchObject({ period: 'custom', from: '2026-03-01', to: '' });
	expect(read({ from: '2026-01-01', to: '2026-01-31' }).filter).toMatchObject({
		period: 'custom',
		from: '2026-01-01',
		to: '2026-01-31',
	});
	expect(read({ question: 'why', by: 'device' }).view).toEqual({
		question: 'why',
		tag: '',
		by: 'device',
	});
});

it('finds the words that texts contain', () => {
	const slow = { answer: 'why', op: 'contains', value: 'slow' } as const;
	expect(findWords(read({ condition: slow }).filter)).toBe('slow');
	expect(findWords(read({ condition: { any: [slow, { ...slow, answer: 'more' }] } }).filter)).toBe(
		'slow',
	);
	expect(findWords(read({ prompt: null, search: 'fast' }).filter)).toBe('fast');
	expect(findWords(read({}).filter)).toBe('');
});
