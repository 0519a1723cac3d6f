// Porter's stemmer (1980), so that "displayed", "displays" and "displaying" meet in one term.

const consonant = '[^aeiou]';
const vowel = '[aeiouy]';
const consonants = `${consonant}[^aeiouy]*`;
const vowels = `${vowel}[aeiou]*`;
const atLeastOne = new RegExp(`^(${consonants})?${vowels}${consonants}`);
const exactlyOne = new RegExp(`^(${consonants})?${vowels}${consonants}(${vowels})?$`);
const moreThanOne = new RegExp(`^(${consonants})?${vowels}${consonants}${vowels}${consonants}`);
const hasVowel = new RegExp(`^(${consonants})?${vowel}`);
const shortEnd = new RegExp(`^${consonants}${vowel}[^aeiouwxy]$`);

const second: Record<string, string> = {
	ational: 'ate',
	tional: 'tion',
	enci: 'ence',
	anci: 'ance',
	izer: 'ize',
	bli: 'ble',
	alli: 'al',
	entli: 'ent',
	eli: 'e',
	ousli: 'ous',
	ization: 'ize',
	ation: 'ate',
	ator: 'ate',
	alism: 'al',
	iveness: 'ive',
	fulness: 'ful',
	ousness: 'ous',
	aliti: 'al',
	iviti: 'ive',
	biliti: 'ble',
	logi: 'log',
};
const third: Record<string, string> = {
	icate: 'ic',
	ative: '',
	alize: 'al',
	iciti: 'ic',
	ical: 'ic',
	ful: '',
	ness: '',
};
const secondEnd = new RegExp(`^(.+?)(${Object.keys(second).join('|')})$`);
const thirdEnd = new RegExp(`^(.+?)(${Object.keys(third).join('|')})$`);
const fourthEnd =
	/^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;

/**
 * The stem of one lower-case word. Words with digits or other signs stay as they are.
 *
 * @example
 * stem('notifications'); // 'notif'
 */
export function stem(word: string): string {
	if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
	// An initial "y" is a consonant.
	const guarded = word.startsWith('y') ? `Y${word.slice(1)}` : word;
	const stemmed = finish(shorten(replaceEnds(pastAndGerund(plural(guarded)))));
	return stemmed.toLowerCase();
}

function plural(word: string): string {
	return word.replace(/^(.+?)(ss|i)es$/, '$1$2').replace(/^(.+?)([^s])s$/, '$1$2');
}

function pastAndGerund(word: string): string {
	const eed = /^(.+?)eed$/.exec(word);
	let found = word;
	if (eed) {
		if (atLeastOne.test(eed[1]!)) found = word.slice(0, -1);
	} else {
		const base = /^(.+?)(ed|ing)$/.exec(word)?.[1];
		if (base !== undefined && hasVowel.test(base)) {
			found = base;
			if (/(at|bl|iz)$/.test(found) || shortEnd.test(found)) found += 'e';
			else if (/([^aeiouylsz])\1$/.test(found)) found = found.slice(0, -1);
		}
	}
	const y = /^(.+?)y$/.exec(found)?.[1];
	return y !== undefined && hasVowel.test(y) ? `${y}i` : found;
}

function replaceEnds(word: string): string {
	let found = word;
	for (const [end, words] of [
		[secondEnd, second],
		[thirdEnd, third],
	] as const) {
		const match = end.exec(found);
		if (match && atLeastOne.test(match[1]!)) found = match[1]! + words[match[2]!]!;
	}
	return found;
}

function shorten(word: string): string {
	const match = fourthEnd.exec(word);
	if (match) return moreThanOne.test(match[1]!) ? match[1]! : word;
	const ion = /^(.+?[st])ion$/.exec(word)?.[1];
	return ion !== undefined && moreThanOne.test(ion) ? ion : word;
}

function finish(word: string): string {
	let found = word;
	const e = /^(.+?)e$/.exec(found)?.[1];
	if (e !== undefined && (moreThanOne.test(e) || (exactlyOne.test(e) && !shortEnd.test(e)))) {
		found = e;
	}
	return /ll$/.test(found) && moreThanOne.test(found) ? found.slice(0, -1) : found;
}
