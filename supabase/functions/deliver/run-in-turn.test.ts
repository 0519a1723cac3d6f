import { expect, it } from 'vitest';

import { runInTurn } from './run-in-turn.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('tasks run one after the other', async () => {
	const said: string[] = [];
	const task = (name: string) => async () => {
		said.push(`${name} begins`);
		await nextTurn();
		said.push(`${name} ends`);
	};
	await runInTurn([task('one'), task('two')]);
	expect(said).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

it('a task that hangs does not keep the others from beginning, and is waited for', async () => {
	let finish: () => void = () => undefined;
	let isDone = false;
	const hangs = () => new Promise<void>((resolve) => (finish = resolve));
	const running = runInTurn([
		hangs,
		async () => {
			await nextTurn();
			expect(isDone).toBe(false);
			isDone = true;
			finish();
		},
	]);
	await running;
	expect(isDone).toBe(true);
});

it('a task that fails prevents none of the others, and its error is that of all', async () => {
	let ran = 0;
	const failing = () => Promise.reject(new Error('The first has failed.'));
	await expect(
		runInTurn([
			failing,
			() => Promise.resolve(ran++),
			() => Promise.reject(new Error('The third has failed.')),
		]),
	).rejects.toThrow('The first has failed.');
	expect(ran).toBe(1);
});
