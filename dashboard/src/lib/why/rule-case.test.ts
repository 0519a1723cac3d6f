import { describe, expect, it } from 'vitest';

import { readCase } from './rule-case.ts';
import type { TypedCase } from './rule-case.ts';

const read = (typed: Partial<TypedCase>) =>
	readCase({
		subjectKind: 'account',
		subject: ' ada ',
		name: 'report.exported',
		properties: '{"format": "pdf"}',
		verified: false,
		...typed,
	});

describe('a test case', () => {
	it('becomes a request', () => {
		expect(read({})).toEqual({
			input: {
				account: 'ada',
				event: { name: 'report.exported', properties: { format: 'pdf' }, verified: false },
			},
			errors: {},
		});
		expect(read({ properties: ' ' }).input?.event.properties).toEqual({});
	});

	it.each([
		[{ subject: ' ' }, 'subject'],
		[{ subjectKind: 'visitor', subject: 'ada' }, 'subject'],
		[{ name: '' }, 'name'],
		[{ name: 'a b' }, 'name'],
		[{ properties: '{' }, 'properties'],
		[{ properties: '[1]' }, 'properties'],
		[{ properties: '{"a": {"b": 1}}' }, 'properties'],
	] as [Partial<TypedCase>, string][])('%j cannot be judged', (typed, field) => {
		const { input, errors } = read(typed);
		expect(input).toBeUndefined();
		expect(Object.keys(errors)).toEqual([field]);
		expect(Object.values(errors)[0]).toMatch(/^[A-Z].+\.$/);
	});
});
