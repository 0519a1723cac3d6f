import { expect, it } from 'vitest';

import { EditHistory } from './edit-history.svelte.ts';

/** A history of "a", and then of each text, ten seconds apart. */
function edit(...texts: string[]): EditHistory {
	const history = new EditHistory();
	history.restart('a');
	for (const [at, text] of texts.entries()) history.record(text, at * 10_000);
	return history;
}

it('undoes and redoes, and stops at both ends', () => {
	const history = edit('ab', 'abc');
	expect([history.undo(), history.undo(), history.undo()]).toEqual(['ab', 'a', undefined]);
	expect([history.redo(), history.redo(), history.redo()]).toEqual(['ab', 'abc', undefined]);
});

it('undoes text that was typed without a pause in one step', () => {
	const history = edit();
	for (const [at, text] of ['ab', 'abc', 'abcd'].entries()) history.record(text, at * 100);
	expect([history.undo(), history.undo()]).toEqual(['a', undefined]);
});

it('forgets undone edits after another edit', () => {
	const history = edit('ab');
	history.undo();
	history.record('x', 50_000);
	expect(history.redo()).toBeUndefined();
	expect(history.undo()).toBe('a');
});

it('does not record an undo as an edit', () => {
	const history = edit('ab');
	history.undo();
	history.record('a', 50_000);
	expect(history.redo()).toBe('ab');
});

it('ends where a different content was loaded', () => {
	const history = edit('ab');
	history.restart('theirs');
	expect(history.undo()).toBeUndefined();
});
