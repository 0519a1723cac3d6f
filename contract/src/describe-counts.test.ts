import { describe, expect, it } from 'vitest';

import { describeCounts } from './describe-counts.ts';
import { limits } from './limits.ts';

describe('describeCounts', () => {
	it('includes the counts above zero, and omits the others', () => {
		expect(describeCounts({ revisions: 1, displays: 0, responses: 1_234 })).toEqual([
			'1,234 responses',
			'1 revision',
		]);
		expect(describeCounts({ responses: 0 })).toEqual([]);
	});

	it('says when a count reached its limit', () => {
		expect(describeCounts({ events: limits.deletion.counted })).toEqual([
			'at least 100,000 events',
		]);
	});
});
