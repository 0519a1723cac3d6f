import { expect, it } from 'vitest';

import { isNarrow, readInboxFilter, toTextAnswerQuery } from './inbox-filter.ts';

const read = (query: string) => readInboxFilter(new URLSearchParams(query));
const uuid = '00000000-0000-7000-8000-000000000001';

const at = { timeZone: 'Europe/Berlin', now: Date.parse('2026-03-10T12:00:00Z') };
const query = (text: string) => toTextAnswerQuery(read(text), at);

it('shows open answers by default', () => {
	expect(query('')).toEqual({ status: 'open' });
	expect(query('status=all')).toEqual({});
	expect(query('status=done&search=+slow+')).toEqual({ status: 'done', search: 'slow' });
});

it('filters responses as the results do, with days of the site', () => {
	const condition = '{"answer":"score","op":"at_most","value":6}';
	const part = { trait: 'plan:pro', account: 'ada', variant: 'short', revision: '2', condition };
	expect(query(`${new URLSearchParams({ ...part, period: '7' })}`)).toEqual({
		status: 'open',
		trait: ['plan:pro'],
		account: 'ada',
		variant: 'short',
		revision: 2,
		condition,
		since: '2026-03-03T23:00:00.000Z',
	});
	expect(isNarrow(read('trait=plan:pro'))).toBe(true);
	expect(isNarrow(read('period=7'))).toBe(true);
	// The state of a response is not a state of a text.
	expect(query('state=final')).toEqual({ status: 'open' });
});

it('keeps the valid parts of an address', () => {
	const filter = read(`tag=${uuid}&assignee=none&prompt=x&status=lost`);
	expect(filter).toMatchObject({
		search: '',
		status: '',
		tag: uuid,
		proposed: '',
		assignee: 'none',
		prompt: '',
	});
	expect(isNarrow(filter)).toBe(true);
	expect(isNarrow(read('status=done'))).toBe(false);
});
