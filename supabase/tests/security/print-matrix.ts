// The matrix as the text of a golden file: for each relation, who may do what. What is not listed is denied.
import { groups, type Matrix } from './matrix.ts';

const denied = 'denied, denied';

/** Lists the exceptions to "denied", and the actors who have the same ones together. */
export function printMatrix(matrix: Matrix): string {
	const blocks = Object.entries(matrix).map(([relation, rows]) => printRelation(relation, rows));
	return [...header(matrix), ...blocks].join('\n\n') + '\n';
}

function header(matrix: Matrix): string[] {
	const actors = Object.keys(Object.values(matrix)[0]!).filter((who) => !groups.includes(who));
	const verbs = Object.values(matrix).flatMap((rows) => Object.keys(rows[actors[0]!]!));
	return [
		[
			'Who may do what to which table and column. What is not listed is denied. Each result is that for a row of',
			'the own tenant, then of the other: allowed, denied (an error) or none (no row is visible). Statements',
			'without a condition count the rows that they change. The own tenant is the one of the owner; it is the',
			'other tenant that a stranger belongs to.',
		].join('\n'),
		wrap('actors:', actors, ' | ', 0),
		wrap('verbs:', [...new Set(verbs)], ' | ', 0),
	];
}

/** The lines about one relation. */
export function printRelation(relation: string, rows: Matrix[string]): string {
	const lines = [relation];
	for (const group of groups) {
		for (const [verb, columns] of Object.entries(rows[group]!)) {
			if (columns) lines.push(wrap(`${group} ${verb}:`, columns.split(' '), ' ', 1));
		}
	}
	const actors = Object.keys(rows).filter((who) => !groups.includes(who));
	for (const [exceptions, alike] of Map.groupBy(actors, (who) => printExceptions(rows[who]!))) {
		if (exceptions) lines.push(wrap('', alike, ' | ', 1), exceptions);
	}
	if (lines.length === 1) lines.push('\tnothing');
	return lines.join('\n');
}

function printExceptions(cells: Record<string, string>): string {
	const verbs = Object.keys(cells).filter((verb) => cells[verb] !== denied);
	return [...Map.groupBy(verbs, (verb) => cells[verb]!)]
		.map(([result, alike]) => wrap(`${result}:`, alike, ' | ', 2))
		.join('\n');
}

/** Breaks a list into lines of at most 100 characters, between items. */
function wrap(start: string, items: string[], separator: string, indent: number): string {
	const lines: string[] = [];
	let line = start;
	for (const [index, item] of items.entries()) {
		const text = index < items.length - 1 ? item + separator.trimEnd() : item;
		if (line && line.length + 1 + text.length > 100) {
			lines.push(line);
			line = `    ${text}`;
		} else line = line ? `${line} ${text}` : text;
	}
	return [...lines, line].map((text) => '\t'.repeat(indent) + text).join('\n');
}
