import { expect, it } from 'vitest';

import type { EndedDelivery } from './deliveries.ts';
import { Recorder } from './recorder.ts';

const ended = (id: string) =>
	({ delivery: { lease: id }, attempt: {} }) as unknown as EndedDelivery;
const leasesOf = (all: readonly EndedDelivery[]) => all.map(({ delivery }) => delivery.lease);
const recorded = (id: string) => ({ state: id, next_at: '', paused: false });

it('records simultaneous outcomes in one call, and returns each its result', async () => {
	const calls: string[][] = [];
	const recorder = new Recorder({
		record: (all) => {
			calls.push(leasesOf(all));
			return Promise.resolve(leasesOf(all).map(recorded));
		},
	});
	const states = await Promise.all(['a', 'b', 'c'].map((id) => recorder.record(ended(id))));
	expect(states.map((state) => state?.state)).toEqual(['a', 'b', 'c']);
	expect(calls).toEqual([['a', 'b', 'c']]);
	expect((await recorder.record(ended('d')))?.state).toBe('d');
	expect(calls).toHaveLength(2);
});

it('records the others when one is refused', async () => {
	const recorder = new Recorder({
		record: (all) =>
			leasesOf(all).includes('b')
				? Promise.reject(new Error('refused'))
				: Promise.resolve(leasesOf(all).map(recorded)),
	});
	const results = await Promise.allSettled(['a', 'b', 'c'].map((id) => recorder.record(ended(id))));
	expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
