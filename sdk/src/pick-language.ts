/**
 * The offered language that fits the wanted ones best, or undefined: `de-AT` reads `de`.
 *
 * @example
 * pickLanguage(['en', 'de'], ['fr', 'de-AT']); // 'de'
 */
export function pickLanguage(
	offered: readonly string[],
	wanted: readonly string[],
): string | undefined {
	for (const language of wanted) {
		let tag = language.toLowerCase();
		while (tag) {
			const found = offered.find((each) => each.toLowerCase() === tag);
			if (found) return found;
			tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')));
		}
	}
	return undefined;
}
