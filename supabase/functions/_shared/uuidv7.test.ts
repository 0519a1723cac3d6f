import { uuidv7Schema, uuidv7Time } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { mintUuidv7 } from './uuidv7.ts';

describe('a minted UUIDv7', () => {
	it.each([0, 1, 1_700_000_000_000, Date.parse('2026-11-20T12:00:00Z'), 2 ** 48 - 1])(
		'holds the time %d and has the form',
		(now) => {
			const id = mintUuidv7(now);
			expect(uuidv7Schema.parse(id)).toBe(id);
			expect(uuidv7Time(id)).toBe(now);
		},
	);

	it('is different each time', () => {
		expect(new Set(Array.from({ length: 1_000 }, () => mintUuidv7(1))).size).toBe(1_000);
	});
});
