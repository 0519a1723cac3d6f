const empty = /^(must have at least 1 characters?\b|is missing|must not be empty)/;

/**
 * An error as its author reads it beside a field: that something is empty is said as what to do.
 *
 * @example
 * wordError({ message: 'must have at least 1 character', name: 'Property' }); // 'Choose a property.'
 */
export function wordError({ message, name }: { message: string; name?: string }): string {
	if (!empty.test(message)) return name ? `${name} ${message}` : message;
	if (!name) return 'Fill this in.';
	return `Choose ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name.toLowerCase()}.`;
}
