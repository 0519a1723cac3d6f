/**
 * The revisions that publishing an older one undoes.
 *
 * @example
 * listUndone(3, 1); // 'revisions 2 and 3'
 */
export function listUndone(from: number, to: number): string {
	if (from - to === 1) return `revision ${from}`;
	return `revisions ${to + 1} ${from - to === 2 ? 'and' : 'to'} ${from}`;
}

/**
 * Warns that publishing goes back, and what it undoes; undefined if no newer revision is published.
 *
 * @example
 * describeRollback(3, 1)?.title; // 'This goes back from revision 3 to 1'
 */
export function describeRollback(
	from: number | undefined,
	to: number,
): { title: string; text: string } | undefined {
	if (from === undefined || from <= to) return undefined;
	return {
		title: `This goes back from revision ${from} to ${to}`,
		text: `This undoes the changes in ${listUndone(from, to)} for visitors. The revisions are kept and can be published again.`,
	};
}
