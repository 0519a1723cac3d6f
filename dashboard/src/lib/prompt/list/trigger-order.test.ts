import { describe, expect, it } from 'vitest';

import type { ListedPrompt } from '../live-prompts.svelte.ts';
import {
	comparePriorities,
	findTriggerPositions,
	describePriority,
	describePositions,
} from './trigger-order.ts';

const prompt = (id: string, given: Partial<ListedPrompt> = {}) =>
	({
		id,
		state: 'published',
		priority: 0,
		delay_seconds: 0,
		events: ['report.exported'],
		published_at: '2026-11-01T00:00:00.000Z',
		...given,
	}) as ListedPrompt;
const say = (prompts: ListedPrompt[], id: string) =>
	describePositions(findTriggerPositions(prompts).get(id) ?? []);

describe('the first of several prompts', () => {
	it('has the highest priority, or was published first among equals', () => {
		const prompts = [
			prompt('late', { published_at: '2026-11-02T00:00:00.000Z' }),
			prompt('early'),
			prompt('high', { priority: 10, published_at: '2026-11-03T00:00:00.000Z' }),
		];
		expect(say(prompts, 'high')).toBe('first for report.exported');
		expect(say(prompts, 'early')).toBe('2nd of 3 for report.exported');
		expect(say(prompts, 'late')).toBe('3rd of 3 for report.exported');
	});

	it('has no delay if any of the prompts has none', () => {
		const prompts = [prompt('waits', { priority: 100, delay_seconds: 5 }), prompt('now')];
		expect(say(prompts, 'now')).toBe('first for report.exported');
	});

	it('is determined only for published prompts that share an event, by event', () => {
		const prompts = [
			prompt('both', { events: ['a', 'b', 'alone'] }),
			prompt('other', { events: ['a', 'b'], priority: 1 }),
			prompt('third', { events: ['b'], priority: -1 }),
			prompt('paused', { events: ['a', 'alone'], state: 'paused', priority: 5 }),
		];
		expect(say(prompts, 'both')).toBe('2nd of 2 for a; 2nd of 3 for b');
		expect(say(prompts, 'other')).toBe('first for a, b');
		expect(say(prompts, 'paused')).toBe('');
	});

	it('orders a list by priority, with unpublished prompts last among equals', () => {
		const never = prompt('never', { state: 'draft', published_at: null });
		const waits = prompt('waits', { priority: 2, delay_seconds: 5 });
		const order = [never, prompt('low', { priority: -1 }), prompt('b'), prompt('a'), waits]
			.sort(comparePriorities)
			.map(({ id }) => id);
		expect(order).toEqual(['waits', 'a', 'b', 'never', 'low']);
	});
});

it('a priority or a delay is described, and defaults are not', () => {
	expect(describePriority(prompt('plain'))).toBe('');
	expect(describePriority(prompt('last', { priority: -5 }))).toBe('priority\u00a0-5');
	expect(describePriority(prompt('late', { priority: 5, delay_seconds: 20 }))).toBe(
		'priority\u00a05, after\u00a020\u00a0s',
	);
});
