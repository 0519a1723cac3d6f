// Prints the results as e2e/bench/RESULTS.md.
import { fileURLToPath } from 'node:url';

import type { Figure, Goal } from './figure.ts';
import { parts } from './parts.ts';
import type { Machine, Result } from './result.ts';

export const resultsPage = fileURLToPath(new URL('../bench/RESULTS.md', import.meta.url));

const head = `# Benchmark results

\`npm run prove -- --write\` writes this page from the files in \`e2e/prove/results\`, and a test compares the two. Run a part again with \`npm run prove <part>\`.

Every run used one machine that client, service and database shared. Ratios and pages therefore mean more than rates. A commit is the one that was measured; in records without the machine's speed, the one that recorded them. Goals are those of today, also beside older figures.
`;

/** RESULTS.md, in the order of the parts; other records follow. */
export function printResults(results: readonly Result[]): string {
	const order = Object.keys(parts);
	const place = ({ part }: Result) => (order.includes(part) ? order.indexOf(part) : order.length);
	const sorted = results.toSorted(
		(one, other) => place(one) - place(other) || (one.part < other.part ? -1 : 1),
	);
	return `${[head.trimEnd(), printOverview(sorted), ...sorted.map(printResult)].join('\n\n')}\n`;
}

function printOverview(results: readonly Result[]): string {
	return printTable(
		['Part', 'Date', 'Goals', 'Machine', 'Commit'],
		results.map(({ part, started, figures, machine, commit }) => [
			`[${part}](#${part})`,
			started.slice(0, 10),
			countGoals(figures),
			describeMachine(machine),
			`\`${commit.slice(0, 8)}\`${commit.includes(' ') ? ' with changes' : ''}`,
		]),
	);
}

function countGoals(figures: readonly Figure[]): string {
	const judged = figures.filter(({ met }) => met !== undefined);
	const missed = judged.filter(({ met }) => met === false).length;
	if (judged.length === 0) return '';
	return missed === 0 ? `${judged.length} met` : `${missed} of ${judged.length} missed`;
}

function describeMachine({ cores, note, cpu, additions_ms, load }: Machine): string {
	return [
		cpu,
		`${cores} cores`,
		additions_ms !== undefined && `100 million additions in ${additions_ms} ms`,
		load !== undefined && `load ${load}`,
		note,
	]
		.filter(Boolean)
		.join(', ');
}

function printResult({ part, command, seconds, figures, notes }: Result): string {
	const about = parts[part]?.proves;
	const tables = [...new Set(figures.map(({ table }) => table))];
	const noted = (table?: string) =>
		notes.filter((note) => note.table === table).map(({ text }) => text);
	const run = command === null ? 'Measured by hand.' : `\`${command}\``;
	return [
		`## ${part}`,
		[
			about && `It shows ${about}.`,
			`${run}${seconds === null ? '' : `, ${seconds} s`}${command === null ? '' : '.'}`,
		]
			.filter(Boolean)
			.join(' '),
		...noted(),
		...tables.flatMap((table) => [
			`### ${table}`,
			printFigures(figures.filter((figure) => figure.table === table)),
			...noted(table),
		]),
	].join('\n\n');
}

/** One table: its rows and columns in the order in which they were reported, and the goals of each row at the end. */
function printFigures(figures: readonly Figure[]): string {
	const rows = [...new Set(figures.map(({ row }) => row))];
	const columns = [...new Set(figures.map(({ column }) => column))];
	const unitOf = new Map(
		columns.map((column) => {
			const units = new Set(figures.filter((one) => one.column === column).map(({ unit }) => unit));
			return [column, units.size === 1 ? [...units][0]! : undefined];
		}),
	);
	const hasGoals = figures.some(({ goal }) => goal);
	return printTable(
		[
			'',
			...columns.map((column) =>
				unitOf.get(column) ? `${column}, ${unitOf.get(column)}` : column,
			),
			...(hasGoals ? ['Goal'] : []),
		],
		rows.map((row) => {
			const own = figures.filter((one) => one.row === row);
			const cells = columns.map((column) => {
				const figure = own.find((one) => one.column === column);
				return figure ? printFigure(figure, unitOf.get(column) === undefined) : '';
			});
			return [row, ...cells, ...(hasGoals ? [printGoals(own)] : [])];
		}),
	);
}

function printFigure({ value, unit, detail }: Figure, withUnit: boolean): string {
	const number = value.toLocaleString('en', { maximumFractionDigits: 20 });
	return [number, withUnit && unit, detail && `(${detail})`].filter(Boolean).join(' ');
}

function printGoals(figures: readonly Figure[]): string {
	const judged = figures.filter(({ goal }) => goal);
	return judged
		.map(({ column, goal, met }) =>
			[
				judged.length > 1 && `${column}:`,
				describeGoal(goal!),
				met ? '' : judged.length > 1 ? '(missed)' : ', missed',
			]
				.filter(Boolean)
				.join(' ')
				.replace(' ,', ','),
		)
		.join('; ');
}

function describeGoal(goal: Goal): string {
	const [[kind, value]] = Object.entries(goal) as [[string, number]];
	return `${kind.replace('_', ' ')} ${value.toLocaleString('en')}`;
}

/** A Markdown table as the formatter writes it. */
function printTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
	const widths = header.map((name, at) =>
		Math.max(3, name.length, ...rows.map((row) => row[at]!.length)),
	);
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
	return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join(
		'\n',
	);
}
