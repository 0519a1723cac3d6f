const empty = /^(must have at least 1 characters?\b|is missing|must not be empty)/;

type Worded = {
	message: string;
	/** Name of the field, where the error is not beside it. */
	name?: string | undefined;
	/** The word that was probably intended. */
	suggestion?: string | undefined;
};

/**
 * Phrases an error to show beside a field. For an empty field, states what to enter.
 *
 * @example
 * wordError({ message: 'must have at least 1 character', name: 'Property' }); // 'Choose a property.'
 */
export function wordError({ message, name, suggestion }: Worded): string {
	if (!empty.test(message)) {
		const meant = suggestion === undefined ? '' : `; did you mean “${suggestion}”?`;
		return `${name ? `${name} ` : ''}${message}${meant}`;
	}
	if (!name) return 'Fill this in.';
	return `Choose ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name.toLowerCase()}.`;
}
