import { element } from '../element.ts';
import { face, icon, star } from '../icons.ts';
import { fill } from '../fill.ts';
import type { QuestionOf, Control, ControlContext } from './control.ts';

type Cell = { value: number | boolean; mark: Node | string; name: string | undefined };

export function drawRating(
	question: QuestionOf<'rating'>,
	{ earlier, words }: ControlContext,
): Control {
	const { style, scale } = question;
	const cells = range(1, scale).map((value) => ({
		value,
		mark:
			style === 'numbers'
				? String(value)
				: icon(style === 'stars' ? star : face((value - 1) / (scale - 1))),
		name: fill(words.value, value, scale),
	}));
	const kind = style === 'numbers' ? 'boxes' : `shapes ${style}`;
	return drawScale(`${kind} n${scale}`, cells, earlier, question);
}

export function drawNps(question: QuestionOf<'nps'>, { earlier, words }: ControlContext): Control {
	const cells = range(0, 10).map((value) => ({
		value,
		mark: String(value),
		name: fill(words.value, value, 10),
	}));
	return drawScale('boxes n11', cells, earlier, question);
}

export function drawYesNo(
	question: QuestionOf<'yes_no'>,
	{ earlier, words }: ControlContext,
): Control {
	return drawRow(
		'boxes words',
		[
			{ value: true, mark: question.yes_label ?? words.yes, name: undefined },
			{ value: false, mark: question.no_label ?? words.no, name: undefined },
		],
		earlier,
	);
}

function range(first: number, last: number): number[] {
	return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

type Ends = { low_label?: string; high_label?: string };

/**
 * Draws a row of values with labels for the first and last value: visually below the row, and for screen readers
 * in the names of these values.
 */
function drawScale(kind: string, cells: Cell[], earlier: unknown, ends: Ends): Control {
	const named = [ends.low_label, ends.high_label];
	[cells[0]!, cells.at(-1)!].forEach((cell, index) => {
		if (named[index]) cell.name += `, ${named[index]}`;
	});
	const control = drawRow(kind, cells, earlier);
	if (named.some(Boolean)) {
		const labels = named.map((words) => element('span', {}, words));
		const line = element('div', { class: 'ends', part: 'ends', 'aria-hidden': 'true' }, ...labels);
		control.root = element('div', {}, control.root, line);
	}
	return control;
}

function drawRow(kind: string, cells: Cell[], earlier: unknown): Control {
	const inputs = cells.map((cell) =>
		element('input', {
			type: 'radio',
			name: 'answer',
			'aria-label': cell.name,
			checked: cell.value === earlier,
		}),
	);
	const row = element('div', { class: `row ${kind}`, role: 'radiogroup' });
	cells.forEach(({ mark }, index) => {
		row.append(
			element('label', {}, inputs[index], element('span', { class: 'mark', part: 'option' }, mark)),
		);
	});
	return {
		root: row,
		named: row,
		related: kind.includes('stars'),
		read: () => cells[inputs.findIndex((input) => input.checked)]?.value ?? null,
	};
}
