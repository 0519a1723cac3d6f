/**
 * A user code as it is shown, from what a person typed; undefined when it is none.
 *
 * @example
 * readUserCode('bcdf ghjk'); // 'BCDF-GHJK'
 */
export function readUserCode(typed: string): string | undefined {
	const letters = typed.toUpperCase().replace(/[\s-]/g, '');
	return /^[A-Z0-9]{8}$/.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}
