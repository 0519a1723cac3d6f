/** A figure as computed by the API and by the other implementation. */
export type Row = { figure: string; ours: string; theirs: string; equal: boolean };

/** Fields that the other implementation does not compute: names, settings, and the share that has been counted so far. */
const leftOut = new Set([
	...['title', 'name', 'label', 'scale', 'counted', 'variants', 'revisions'],
	...['accent', 'filter', 'id', 'definition', 'quotes'],
]);
const shares = new Set(['response_rate', 'top_two', 'shares']);

/**
 * Compares all figures of the other implementation with ours. Scores must agree to the third digit and shares to the
 * fifth, so the difference is at most a hundredth of the displayed precision.
 */
export function compareFigures(
	ours: Record<string, unknown>,
	theirs: Record<string, unknown>,
): Row[] {
	return Object.keys(ours).flatMap((name) => compare(name, ours[name], theirs[name], 3));
}

function compare(figure: string, ours: unknown, theirs: unknown, digits: number): Row[] {
	if (typeof ours === 'number' && typeof theirs === 'number') {
		const equal = Math.abs(ours - theirs) < 0.5 * 10 ** -digits;
		return [{ figure, ours: ours.toFixed(digits), theirs: theirs.toFixed(digits), equal }];
	}
	if (typeof ours === 'number' && isRange(theirs)) {
		const equal = ours >= theirs.least && ours <= theirs.most;
		const text = `${theirs.least.toFixed(digits)} to ${theirs.most.toFixed(digits)}`;
		return [{ figure, ours: String(ours), theirs: text, equal }];
	}
	if (typeof ours === 'string' && Array.isArray(theirs)) {
		return [{ figure, ours, theirs: theirs.join(' / '), equal: theirs.includes(ours) }];
	}
	if (Array.isArray(ours) && Array.isArray(theirs)) {
		const [one, other] = [sort(ours), sort(theirs)];
		return [
			...compare(`${figure}: how many`, one.length, other.length, digits),
			...one.flatMap((each, at) =>
				compare(`${figure}, ${nameOf(each) ?? at + 1}`, each, other[at], digits),
			),
		];
	}
	if (isRecord(ours) && isRecord(theirs)) {
		// The other implementation may omit only texts and the names of figures.
		const keys = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
		return [...keys].flatMap((key) => {
			if (leftOut.has(key) || (!(key in theirs) && typeof ours[key] === 'string')) return [];
			const isShare =
				shares.has(key) || /^(?:top_two|share|response_rate)$/.test(`${ours['measure']}`);
			return compare(`${figure}, ${key}`, ours[key], theirs[key], isShare ? 5 : digits);
		});
	}
	const [one, other] = [String(ours), String(theirs)];
	return [{ figure, ours: one, theirs: other, equal: one === other }];
}

/** Groups and choices have no defined order in the other implementation. */
function sort(list: readonly unknown[]): readonly unknown[] {
	const keyOf = (one: unknown) => {
		const { key, value } = one as { key?: unknown; value?: unknown };
		return String(key === undefined ? value : key);
	};
	return list.some((one) => isRecord(one) && ('key' in one || 'value' in one))
		? list.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))
		: list;
}

function nameOf(one: unknown): string | undefined {
	if (!isRecord(one)) return undefined;
	const name =
		one['day'] ?? one['from'] ?? one['choice'] ?? one['measure'] ?? one['key'] ?? one['value'];
	return typeof name === 'string' ? name : undefined;
}

/** Whether the value is an approximate figure: a minimum and a maximum. */
function isRange(value: unknown): value is { least: number; most: number } {
	return isRecord(value) && typeof value['least'] === 'number' && typeof value['most'] === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Writes every figure as one line of a table. */
export function writeTable(rows: readonly Row[]): string {
	const lines = rows.map(
		({ figure, ours, theirs, equal }) =>
			`| ${figure} | ${ours} | ${theirs} | ${equal ? 'yes' : 'NO'} |`,
	);
	return ['| Figure | Ours | Theirs | Equal |', '| --- | --- | --- | --- |', ...lines].join('\n');
}
