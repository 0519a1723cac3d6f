import { describe, expect, it } from 'vitest';

import { toggleAnswer } from './toggle-answer.ts';

const low = { answer: 'score', op: 'at_most' as const, value: 6 };
const high = { answer: 'score', op: 'at_least' as const, value: 9 };
const export_ = { answer: 'feature', op: 'is' as const, value: 'export' };
const trait = { trait: 'plan', op: 'is', value: 'pro' };
const write = JSON.stringify;

describe('an answer chosen in a chart', () => {
	it('becomes the condition, and is removed when chosen again', () => {
		expect(toggleAnswer('', low)).toEqual({ condition: write(low), isApplied: false });
		expect(toggleAnswer(write(low), low)).toEqual({ condition: '', isApplied: true });
	});

	it('replaces another answer to the same question, and nothing else', () => {
		const both = write({ all: [trait, low] });
		expect(toggleAnswer(write(trait), low).condition).toBe(both);
		expect(toggleAnswer(both, high).condition).toBe(write({ all: [trait, high] }));
		expect(toggleAnswer(both, export_).condition).toBe(write({ all: [trait, low, export_] }));
		expect(toggleAnswer(both, low)).toEqual({ condition: write(trait), isApplied: true });
	});

	it('is added to a group that is not `all`', () => {
		const any = { any: [trait, low] };
		expect(toggleAnswer(write(any), low)).toEqual({
			condition: write({ all: [any, low] }),
			isApplied: false,
		});
	});

	it.each(['{"answer"', 'score', 'null', '7', '[]', '{"all":[null]}'])(
		'replaces a condition that is damaged: %s',
		(damaged) => {
			expect(toggleAnswer(damaged, low)).toEqual({ condition: write(low), isApplied: false });
		},
	);
});
