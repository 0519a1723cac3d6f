import { expect, it } from 'vitest';

import type { QuestionContent } from '#lib/prompt/prompt-content.ts';

import { listExits } from './list-exits.ts';

const text = (id: string): QuestionContent =>
	({ id, type: 'long_text', title: id, required: false }) as QuestionContent;
const nps = (branches?: unknown) =>
	({ id: 'score', type: 'nps', title: 'Score', branches }) as QuestionContent;

it('leads from each question to the next, and from the last to the end', () => {
	expect(listExits([nps(), text('why')])).toEqual([
		{ from: 0, to: 1, label: '' },
		{ from: 1, to: 2, label: '' },
	]);
});

it('names the answers that take each branch, and combines those with one target', () => {
	const branches = [
		{ when: { op: 'at_most', value: 6 }, go: 'why' },
		{ when: { op: 'skipped' }, go: 'why' },
		{ when: { op: 'is', value: 10 }, go: 'end' },
	];
	expect(listExits([nps(branches), text('praise'), text('why')])).toEqual([
		{ from: 0, to: 2, label: 'at most 6 or skipped' },
		{ from: 0, to: 3, label: '10' },
		{ from: 0, to: 1, label: 'otherwise' },
		{ from: 1, to: 2, label: '' },
		{ from: 2, to: 3, label: '' },
	]);
});

it('names options by their labels, and all answers that lead elsewhere by nothing', () => {
	const choice = {
		id: 'tool',
		type: 'single_choice',
		title: 'Which?',
		options: [{ value: 'csv', label: 'CSV export' }],
		branches: [{ when: { op: 'is', value: 'csv' }, go: 'why' }],
	} as unknown as QuestionContent;
	const always = [
		{ when: { op: 'answered' }, go: 'end' },
		{ when: { op: 'skipped' }, go: 'end' },
	];
	expect(listExits([choice, nps(always), text('why')])).toMatchObject([
		{ from: 0, to: 2, label: 'CSV export' },
		{ from: 0, to: 1, label: 'otherwise' },
		{ from: 1, to: 3, label: '' },
		{ from: 2, to: 3, label: '' },
	]);
});

it('leaves out a branch to an unknown or an earlier question', () => {
	const branches = [{ when: { op: 'is', value: 1 }, go: 'gone' }];
	expect(listExits([text('why'), nps(branches)])).toEqual([
		{ from: 0, to: 1, label: '' },
		{ from: 1, to: 2, label: '' },
	]);
});
