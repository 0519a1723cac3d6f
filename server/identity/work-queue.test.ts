import { expect, test } from 'vitest';

import { WorkQueue } from './work-queue.ts';

test('tasks run in their order, and those beyond the limits are refused', async () => {
	const queue = new WorkQueue({ atOnce: 1, waiting: 2 });
	const begun: number[] = [];
	const ends: (() => void)[] = [];
	const task = (n: number) => () => {
		begun.push(n);
		return new Promise<number>((resolve) => ends.push(() => resolve(n)));
	};
	const [first, second, third] = [1, 2, 3].map((n) => queue.run(task(n)));
	expect(queue.run(task(4))).toBeUndefined();
	expect(begun).toEqual([1]);
	ends.shift()!();
	expect(await first).toBe(1);
	await expect.poll(() => begun).toEqual([1, 2]);
	const fifth = queue.run(task(5));
	for (const running of [second, third, fifth]) {
		await expect.poll(() => ends.length).toBe(1);
		ends.shift()!();
		await running;
	}
	expect(begun).toEqual([1, 2, 3, 5]);
});

test('a task that fails makes room for the next', async () => {
	const queue = new WorkQueue({ atOnce: 1, waiting: 1 });
	const failing = queue.run(() => Promise.reject(new Error('no')));
	const next = queue.run(() => Promise.resolve('yes'));
	await expect(failing).rejects.toThrow('no');
	expect(await next).toBe('yes');
});
