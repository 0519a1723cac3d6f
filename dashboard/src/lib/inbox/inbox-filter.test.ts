import { expect, it } from 'vitest';

import { isNarrow, readInboxFilter, toTextAnswerQuery } from './inbox-filter.ts';

const read = (query: string) => readInboxFilter(new URLSearchParams(query));
const uuid = '00000000-0000-7000-8000-000000000001';

it('shows what is open by default', () => {
	expect(toTextAnswerQuery(read(''))).toEqual({ status: 'open' });
	expect(toTextAnswerQuery(read('status=all'))).toEqual({});
	expect(toTextAnswerQuery(read('status=done&search=+slow+'))).toEqual({
		...{ status: 'done', search: 'slow' },
	});
});

it('keeps what is valid of an address', () => {
	const filter = read(`tag=${uuid}&assignee=none&prompt=x&status=lost`);
	expect(filter).toEqual({
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
