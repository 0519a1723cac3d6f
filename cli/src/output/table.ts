import { cleanLine } from './clean.ts';
import type { Paint } from './paint.ts';

export type Column<Row> = {
	head: string;
	cell: (row: Row) => string | number | null;
	/** Aligns numbers to the right. */
	right?: true;
	style?: (text: string, row: Row) => string;
};

/** Rows under their headers, each column as wide as its widest cell. Cells are cleaned. */
export function renderTable<Row>(rows: Row[], columns: Column<Row>[], paint: Paint): string {
	const cells = rows.map((row) => columns.map(({ cell }) => shorten(String(cell(row) ?? '–'))));
	const widths = columns.map(({ head }, at) =>
		Math.max(widthOf(head), ...cells.map((line) => widthOf(line[at]!))),
	);
	const line = (texts: string[], style: (text: string, at: number) => string) =>
		texts
			.map((text, at) => {
				const space = ' '.repeat(widths[at]! - widthOf(text));
				const styled = style(text, at);
				if (columns[at]!.right) return space + styled;
				return at === texts.length - 1 ? styled : styled + space;
			})
			.join('  ')
			.trimEnd();
	const head = line(
		columns.map(({ head }) => head),
		(text) => paint.dim(text),
	);
	const body = cells.map((texts, index) =>
		line(texts, (text, at) => columns[at]!.style?.(text, rows[index]!) ?? text),
	);
	return [head, ...body].join('\n');
}

/** A page of a list as a table, with a hint when there are more pages. */
export function renderPage<Row>(
	{ items, next }: { items: Row[]; next: string | null },
	emptyText: string,
	columns: Column<Row>[],
	paint: Paint,
): string {
	const text = items.length > 0 ? renderTable(items, columns, paint) : emptyText;
	return next === null ? text : `${text}\n${paint.dim(`There are more: --cursor ${next}`)}`;
}

/** Names and their values, one pair per line. */
export function renderFacts(facts: [name: string, value: string][], paint: Paint): string {
	const width = Math.max(0, ...facts.map(([name]) => name.length));
	return facts
		.map(([name, value]) => `${paint.dim(name.padEnd(width))}  ${cleanLine(value)}`)
		.join('\n');
}

const longest = 60;

function shorten(text: string): string {
	const characters = [...cleanLine(text)];
	return characters.length > longest
		? `${characters.slice(0, longest - 1).join('')}…`
		: characters.join('');
}

// East Asian wide characters and most emoji fill two columns.
const wide =
	/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

function widthOf(text: string): number {
	let width = 0;
	for (const character of text) {
		if (/\p{Mark}|\u200d/u.test(character)) continue;
		width += wide.test(character) ? 2 : 1;
	}
	return width;
}
