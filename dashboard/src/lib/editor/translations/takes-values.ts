/**
 * Whether the translation of a text can contain values. A consent and the labels of buttons cannot.
 *
 * @example
 * takesValues(['questions', 'ease', 'title']); // true
 */
export function takesValues([part, , field, ...rest]: readonly string[]): boolean {
	if (part === 'thank_you') return true;
	return part === 'questions' && (field !== 'label' || rest.length > 0);
}
