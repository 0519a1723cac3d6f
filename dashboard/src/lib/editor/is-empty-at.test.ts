import { expect, it } from 'vitest';

import { isEmptyAt } from './is-empty-at.ts';

const content = { name: 'Poll', trigger: { events: [] }, questions: [{ title: '' }, { title: 0 }] };

it('distinguishes entered fields from empty ones', () => {
	const isEmpty = (...path: (string | number)[]) => isEmptyAt(content, path);
	expect(isEmpty('questions', 0, 'title')).toBe(true);
	expect(isEmpty('questions', 2, 'title')).toBe(true);
	expect(isEmpty('trigger', 'events')).toBe(true);
	expect(isEmpty('name')).toBe(false);
	expect(isEmpty('name', 'first')).toBe(true);
	expect(isEmpty('questions', 1, 'title')).toBe(false);
});
