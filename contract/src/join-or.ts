/**
 * Lists alternatives in English. Implemented by hand, because creating an `Intl.ListFormat` takes a tenth of a second
 * on a slow phone.
 *
 * @example
 * joinOr(['red', 'green', 'blue']); // 'red, green, or blue'
 */
export function joinOr(values: readonly string[]): string {
	const last = values.at(-1) ?? '';
	if (values.length < 2) return last;
	return `${values.slice(0, -1).join(', ')}${values.length > 2 ? ',' : ''} or ${last}`;
}
