// How a bench reports its figures: as a table for the person who runs it, and as data for `npm run prove`.
import { appendFileSync } from 'node:fs';

import { type Cell, type Figure, listFigures, type Rows } from './figure.ts';

/** Environment variable with the path of the file that collects what is reported, a line of JSON each. */
export const reportVariable = 'FEEDBACK_REPORT';

/** A line of that file. */
export type Reported = { figure: Figure } | { note: string };

/** Prints a table of figures, and stores them for `npm run prove`. A missed goal fails the run. */
export function reportTable(table: string, rows: Rows): void {
	console.log(`\n${table}`);
	console.table(
		Object.fromEntries(
			Object.entries(rows).map(([row, cells]) => [
				row,
				Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, show(cell)])),
			]),
		),
	);
	const figures = storeFigures(table, rows);
	for (const { row, column, goal, met } of figures) {
		if (met !== false) continue;
		console.log(`${row}, ${column}: misses its goal, ${JSON.stringify(goal)}`);
		process.exitCode = 1;
	}
}

/** Stores the figures of a table, which something else prints. */
export function storeFigures(table: string, rows: Rows): Figure[] {
	const figures = listFigures(table, rows);
	store(figures.map((figure) => ({ figure })));
	return figures;
}

/** Prints how the run measures, and stores it with the figures. */
export function reportNote(note: string): void {
	console.log(note);
	store([{ note }]);
}

function store(lines: readonly Reported[]): void {
	const file = process.env[reportVariable];
	if (file) appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function show(cell: Cell): number | string {
	if (typeof cell === 'number') return cell;
	const { value, detail } = cell;
	return detail === undefined ? value : `${value} (${detail})`;
}
