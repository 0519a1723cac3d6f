import { eventNameSchema, uuidSchema } from '@feedback/contract';
import { expect, it } from 'vitest';

import { isEventName, isUuid } from './id-patterns.ts';

it.each([
	'0199c3a0-0000-7000-8000-000000000001',
	'0199C3A0-0000-4000-8000-00000000000F',
	'0199c3a0-0000-4000-8000-00000000000',
	'not-a-uuid',
	'',
])('%j is a UUID if and only if the contract accepts it', (text) => {
	expect(isUuid(text)).toBe(uuidSchema.safeParse(text).success);
});

it.each([
	'report.exported',
	'9lives',
	'.hidden',
	'with space',
	'',
	'a'.repeat(160),
	'a'.repeat(161),
])('%j is an event name if and only if the contract accepts it', (text) => {
	expect(isEventName(text)).toBe(eventNameSchema.safeParse(text).success);
});
