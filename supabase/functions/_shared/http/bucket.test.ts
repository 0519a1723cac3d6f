import { expect, it } from 'vitest';

import { createBuckets } from './bucket.ts';

it('a bucket allows its burst, then its rate', () => {
	const buckets = createBuckets({ perSecond: 2, burst: 3 });
	const takes = (now: number) => buckets.take('a', now);
	expect([takes(0), takes(0), takes(0)]).toEqual([0, 0, 0]);
	expect(takes(0)).toBe(0.5);
	expect(takes(250)).toBe(0.25);
	expect(takes(500)).toBe(0);
	expect(takes(500)).toBe(0.5);
	expect(buckets.take('b', 500)).toBe(0);
});

it('a clock that is set back a little refills no bucket', () => {
	const buckets = createBuckets({ perSecond: 1, burst: 1 });
	buckets.take('a', 10_000);
	expect(buckets.take('a', 9_600)).toBe(1);
	expect(buckets.take('a', 10_500)).toBe(0.5);
});

it('a clock that was far ahead keeps no bucket empty', () => {
	const buckets = createBuckets({ perSecond: 1, burst: 1 });
	buckets.take('a', 86_400_000);
	expect(buckets.take('a', 86_400_000)).toBe(1);
	expect(buckets.take('a', 0)).toBe(0);
	expect(buckets.take('a', 0)).toBe(1);
});

it('the number of buckets is limited: the least recently used is deleted first', () => {
	const buckets = createBuckets({ perSecond: 1, burst: 1 }, 2);
	buckets.take('a', 0);
	buckets.take('b', 0);
	buckets.take('a', 0);
	buckets.take('c', 0);
	expect(buckets.take('a', 0)).toBe(1);
	expect(buckets.take('b', 0)).toBe(0);
});
