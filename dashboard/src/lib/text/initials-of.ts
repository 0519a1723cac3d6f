const letter = /[\p{L}\p{N}]/u;

/**
 * One or two letters that represent a person: of the first and last part of a name, or of an e-mail address
 * before the `@`.
 *
 * @example
 * initialsOf('ada.lovelace@example.com'); // 'AL'
 */
export function initialsOf(name: string): string {
	const [own = ''] = name.split('@');
	const letters = own.split(/[\s._+-]+/).flatMap((part) => {
		const found = [...part].find((character) => letter.test(character));
		return found ? [found] : [];
	});
	const initials = [letters[0], letters.length > 1 ? letters.at(-1) : undefined];
	return initials.join('').toUpperCase() || '?';
}
