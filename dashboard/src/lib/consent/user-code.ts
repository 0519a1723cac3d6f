/**
 * Normalizes a typed user code; undefined if it is not valid.
 *
 * @example
 * readUserCode('bcdf ghjk'); // 'BCDF-GHJK'
 */
export function readUserCode(typed: string): string | undefined {
	const characters = typed.toUpperCase().replace(/[\s-]/g, '');
	return /^[A-Z0-9]{8}$/.test(characters)
		? `${characters.slice(0, 4)}-${characters.slice(4)}`
		: undefined;
}
