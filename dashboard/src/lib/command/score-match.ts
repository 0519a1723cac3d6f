/**
 * Scores how well a command matches a search in lower case, from 0 to 1. Every word of the search must occur in the name,
 * or beside it.
 *
 * @example
 * scoreMatch('Pause Why upgrade?', 'pause upg', []); // 0.6
 */
export function scoreMatch(name: string, sought: string, beside: string[]): number {
	const text = name.toLowerCase();
	if (text === sought) return 1;
	if (text.startsWith(sought)) return 0.9;
	const others = beside.map((word) => word.toLowerCase());
	if (others.includes(sought)) return 0.85;
	if (startsWord(text, sought)) return 0.8;
	if (text.includes(sought)) return 0.7;
	const words = sought.split(/\s+/);
	if (words.every((word) => startsWord(text, word))) return 0.6;
	const all = [text, ...others];
	if (words.every((word) => all.some((one) => startsWord(one, word)))) return 0.5;
	if (words.every((word) => all.some((one) => one.includes(word)))) return 0.4;
	return 0;
}

/** Whether a word of the text starts with the searched word. */
function startsWord(text: string, sought: string): boolean {
	for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
		if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return true;
	}
	return false;
}
