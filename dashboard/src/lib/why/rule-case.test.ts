import { describe, expect, it } from 'vitest';

import { readCase } from './rule-case.ts';
import type { TypedCase } from './rule-case.ts';

const read = (typed: Partial<TypedCase>) =>
	readCase({
		whom: 'account',
		subject: ' ada ',
		name: 'report.exported',
		properties: '{"format": "pdf"}',
		verified: false,
		...typed,
	});

describe('a case to judge', () => {
	it('is read as the service takes it', () => {
		expect(read({})).toEqual({
			input: {
				account: 'ada',
				event: { name: 'report.exported', properties: { format: 'pdf' }, verified: false },
			},
			faults: {},
		});
		expect(read({ properties: ' ' }).input?.event.properties).toEqual({});
	});

	it.each([
		[{ subject: ' ' }, 'subject'],
		[{ whom: 'visitor', subject: 'ada' }, 'subject'],
		[{ name: '' }, 'name'],
		[{ name: 'a b' }, 'name'],
		[{ properties: '{' }, 'properties'],
		[{ properties: '[1]' }, 'properties'],
		[{ properties: '{"a": {"b": 1}}' }, 'properties'],
	] as [Partial<TypedCase>, string][])('%j cannot be judged', (typed, field) => {
		const { input, faults } = read(typed);
		expect(input).toBeUndefined();
		expect(Object.keys(faults)).toEqual([field]);
		expect(Object.values(faults)[0]).toMatch(/^[A-Z].+\.$/);
	});
});
