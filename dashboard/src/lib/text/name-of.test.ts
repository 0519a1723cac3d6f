import { describe, expect, it } from 'vitest';

import { nameOf } from './name-of.ts';

describe('nameOf', () => {
	it('prefers the name, then the e-mail address', () => {
		expect(nameOf({ name: 'Ada Lovelace', email: 'ada@example.com' })).toBe('Ada Lovelace');
		expect(nameOf({ name: null, email: 'ada@example.com' })).toBe('ada@example.com');
		expect(nameOf({ name: null, email: null })).toBe('a former member');
		expect(nameOf({ name: null, email: null }, 'a colleague')).toBe('a colleague');
	});
});
