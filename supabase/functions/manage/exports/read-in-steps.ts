import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Tx } from '../../../../database/statement.ts';
import type { ReadAs } from '../operation/operation.ts';

/**
 * Rows of a file that are read at once: enough that the checks before each read cost little, and so few that they take
 * little memory, however long the answers are. Nothing is known of the first.
 */
const partRows = { first: 200, least: 50, most: 2_500 };

/** Characters, as JSON, of rows that are read at once, about. */
const partLength = 4_000_000;

/** Parts that are read before they are written, so that the database is never idle. */
const partsAhead = 2;

/**
 * Rows that are written at once. In between, other requests go on, the database gets the next statement, and a piece
 * of what it sent is read: with more rows, it would wait for that.
 */
const sliceRows = 25;

/** Maximum rows that one statement scans: a filter may match few of them, and each statement has a deadline. */
const stepRows = 20_000;

/** The rows of a file, in an order that never changes. */
type Source<Row, Key> = {
	/** The key of the row that is this many rows after another, or after the start; undefined if there are fewer. */
	findStep(tx: Tx, after: Key | undefined, rows: number): Promise<Key | undefined>;
	/** The first matching rows after one key and up to another. */
	readRows(tx: Tx, from: Range<Key>, most: number): Promise<Row[]>;
	keyOf(row: Row): Key;
};

type Range<Key> = { after: Key | undefined; upTo: Key | undefined };

/** Reads the rows of a file in parts, each in a separate transaction, while others are written. */
export async function* readInSteps<Row, Key>(
	read: ReadAs,
	source: Source<Row, Key>,
): AsyncGenerator<Row[], void> {
	const parts = readParts(read, source);
	try {
		const ahead = () => {
			const next = parts.next();
			// Awaited later; the file may end before.
			next.catch(() => undefined);
			return next;
		};
		const waiting = Array.from({ length: partsAhead }, ahead);
		for (;;) {
			const part = await waiting.shift()!;
			if (part.done) return;
			waiting.push(ahead());
			for (let at = 0; at < part.value.length; at += sliceRows) {
				await nextTurn();
				yield part.value.slice(at, at + sliceRows);
			}
		}
	} finally {
		await parts.return();
	}
}

async function* readParts<Row, Key>(
	read: ReadAs,
	{ findStep, readRows, keyOf }: Source<Row, Key>,
): AsyncGenerator<Row[], void> {
	let after: Key | undefined;
	let most = partRows.first;
	for (;;) {
		const behind = after;
		const upTo = await read((tx) => findStep(tx, behind, stepRows));
		for (;;) {
			const [range, limit] = [{ after, upTo }, most];
			const rows = await read((tx) => readRows(tx, range, limit));
			if (rows.length > 0) {
				most = countFitting(rows);
				yield rows;
			}
			if (rows.length < limit) break;
			after = keyOf(rows.at(-1)!);
		}
		if (upTo === undefined) return;
		after = upTo;
	}
}

/** How many rows as long as these are read at once; measures few of them, because that takes time. */
function countFitting(rows: readonly unknown[]): number {
	const measured = rows.filter((_, at) => at % 50 === 0);
	const length = measured.reduce<number>((sum, row) => sum + JSON.stringify(row).length, 0);
	const fitting = Math.round((partLength * measured.length) / length);
	return Math.min(partRows.most, Math.max(partRows.least, fitting));
}
