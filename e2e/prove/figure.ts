// What a run measured, in the form in which results are committed.
import { z } from 'zod';

/** What a figure should be. */
export const goalSchema = z.union([
	z.strictObject({ at_most: z.number() }),
	z.strictObject({ at_least: z.number() }),
	z.strictObject({ exactly: z.number() }),
]);
export type Goal = z.infer<typeof goalSchema>;

export const figureSchema = z.strictObject({
	/** Table, row and column as slugs, with dots between them: pages name a figure by its part and this. */
	name: z.string().regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
	table: z.string().min(1),
	row: z.string().min(1),
	column: z.string().min(1),
	value: z.number(),
	/** Empty for counts and ratios. */
	unit: z.string(),
	/** What belongs to the value: its range, or what it is the figure of. */
	detail: z.string().optional(),
	goal: goalSchema.optional(),
	met: z.boolean().optional(),
});
export type Figure = z.infer<typeof figureSchema>;

/** A cell of a reported table: a figure, or a figure with its goal or its detail. */
export type Cell = number | { value: number; goal?: Goal; detail?: string };

export type Rows = Record<string, Record<string, Cell>>;

const withUnit = /^(.+), (µs|ms|s|min|%|bytes|kB|MB|MiB|\S*\/s)$/;

/**
 * The figures of a table. A column is named with its unit, after a comma: `CPU, µs`.
 *
 * @example
 * listFigures('16 connections', { 'one insert': { 'rate, /s': 7_399 } });
 */
export function listFigures(table: string, rows: Rows): Figure[] {
	return Object.entries(rows).flatMap(([row, cells]) =>
		Object.entries(cells).map(([given, cell]): Figure => {
			const { value, goal, detail } = typeof cell === 'number' ? { value: cell } : cell;
			const [, column = given, unit = ''] = withUnit.exec(given) ?? [];
			return {
				name: [table, row, column].map(slugOf).join('.'),
				table,
				row,
				column,
				value,
				unit,
				...(detail !== undefined && { detail }),
				...(goal && { goal, met: isMet(value, goal) }),
			};
		}),
	);
}

export function isMet(value: number, goal: Goal): boolean {
	if ('exactly' in goal) return value === goal.exactly;
	return 'at_most' in goal ? value <= goal.at_most : value >= goal.at_least;
}

function slugOf(text: string): string {
	return text
		.toLowerCase()
		.replaceAll('µ', 'u')
		.replaceAll('×', 'x')
		.replaceAll('±', 'margin')
		.replaceAll(/(?<=\d),(?=\d)/g, '')
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replaceAll(/^-|-$/g, '');
}
