const empty = /^(must have at least 1 characters?\b|is missing|must not be empty)/;

/**
 * Phrases an error to show beside a field. For an empty field, states what to enter.
 *
 * @example
 * wordError({ message: 'must have at least 1 character', name: 'Property' }); // 'Choose a property.'
 */
export function wordError({ message, name }: { message: string; name?: string }): string {
	if (!empty.test(message)) return name ? `${name} ${message}` : message;
	if (!name) return 'Fill this in.';
	return `Choose ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name.toLowerCase()}.`;
}
