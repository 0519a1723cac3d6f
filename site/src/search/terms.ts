import { stemmer } from 'stemmer';

// The product's own name is on every page, so it does not help the search.
const stopWords = new Set(
	`feedback a about after again all also am an and any are as at be because been before being below between both but by
	can cannot could couldn did didn doesn don hasn haven isn wasn won wouldn do does doing done down during each few for from further had has have having he her
	here hers him his how i if in into is it its itself just let may me might more most much my myself need no nor not of
	off on once one only or other our out over own please same she should so some such tell than that the their
	them then there these they this those through to too under until up upon us use used uses using very want
	was we were what when where which while who whom why will with would you your`.split(/\s+/),
);

/**
 * The terms of a text as the index stores them: whole identifiers (`x-markdown-tokens`, `eventProof`) and
 * their parts, stemmed, without stop words.
 *
 * @example
 * terms('Why does event() resolve false?'); // ['event', 'resolv', 'fals']
 */
export function terms(text: string): string[] {
	return words(text).map(({ term }) => term);
}

/** The same terms, each with the word it came from, in lower case: spelling is compared by words, not by stems. */
export function words(text: string): { word: string; term: string }[] {
	const found: { word: string; term: string }[] = [];
	for (const [token] of plain(text).matchAll(/[\p{L}\p{N}][\p{L}\p{N}_.:\-/]*/gu)) {
		const whole = token.replace(/[^\p{L}\p{N}]+$/u, '').toLowerCase();
		const parts = split(token);
		if (parts.length > 1) found.push({ word: whole, term: whole });
		for (const part of parts) {
			const word = part.toLowerCase();
			if (!stopWords.has(word)) found.push({ word, term: stemOf(word) });
		}
	}
	return found;
}

// Without the second word, which means nothing separately, "logged in" would be a log, and "opt out" an option.
const phrasalVerbs: [RegExp, string][] = [
	[/\b(?:log|logged|logging|sign|signs|signed|signing) in\b(?! (?:the|a|an)\b)/gi, 'sign-in'],
	[/\b(?:log|logs|logged|logging|sign|signs|signed|signing) (?:out|off)\b/gi, 'sign-out'],
	[/\b(?:sign|signs|signed|signing) up\b/gi, 'sign-up'],
	[/\bpop(?:s|ped|ping)? up\b/gi, 'popup'],
	[/\bset(?:s|ting)? up\b/gi, 'setup'],
	[/\bback(?:s|ed|ing)? up\b/gi, 'backup'],
	[/\broll(?:s|ed|ing)? back\b/gi, 'rollback'],
	[/\bdrop(?:s|ped|ping)? off\b/gi, 'drop-off'],
	[/\bopt(?:s|ed|ing)? (in|out)\b/gi, 'opt-$1'],
	[/\btim(?:e|es|ed|ing) out\b/gi, 'timeout'],
	[/\b(?:turn|switch)(?:s|es|ed|ing)? off\b/gi, 'disable'],
	[/\b(?:turn|switch)(?:s|es|ed|ing)? on\b/gi, 'enable'],
];

// "the app's" is "the app", "doesn’t" is "doesn", a word without meaning.
function plain(text: string): string {
	const words = text.normalize('NFKC').replace(/['’](?:s|t|re|ve|ll|d|m)\b/g, '');
	return phrasalVerbs.reduce((all, [pattern, word]) => all.replace(pattern, word), words);
}

function split(token: string): string[] {
	return token
		.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
		.replace(/(\p{Lu})(\p{Lu}\p{Ll}{2,})/gu, '$1 $2')
		.split(/[^\p{L}\p{N}]+/u)
		.filter((part) => part !== '');
}

// No stemmer knows these forms, and pages contain "keeps" where readers ask how long something is kept: a word, then its
// forms.
const irregular = new Map(
	`accurate accuracy, advise advice, analyze analysis analyse analysed analysing, begin began begun, break broke broken,
	bring brought, build built, buy bought, catch caught, choose chose chosen choice choices, close closure,
	compare comparison comparisons, complain complaint complaints, decide decision decisions, deliver delivery deliveries,
	describe description descriptions, discover discovery, draw drawn drew, exclude exclusion exclusions,
	expire expiry, explain explanation explanations, expose exposure, fail failure failures, find found, forget forgot
	forgotten, freeze froze frozen, frequency frequent frequently, get got, give gave given, grow grew grown growth, hear
	heard, hide hid hidden, hold held, include inclusion, keep kept, know knew known, leave left, license licence licences,
	lose lost loss losses, make made, mean meant, meet met, pay paid, prove proof proofs proven, receive receipt receipts,
	recover recovery, repeat repetition repetitions, retain retention, run ran, safe safety, say said, see saw seen, sell
	sold, send sent, show shown, speak spoke spoken, spend spent, steal stole stolen, submit submission submissions,
	subscribe subscription subscriptions, summarize summary summaries, take took taken, teach taught, think
	thought, throw threw thrown, write written wrote`
		.split(',')
		.flatMap((group) => {
			const [word = '', ...forms] = group.trim().split(/\s+/);
			return forms.map((form) => [form, word] as const);
		}),
);

// Words that the stemmer mistakes for forms of another word: "appearance" for a form of "appear".
const apart = new Map(
	[
		'accessibility accessible',
		'appearance appearances',
		'author authors',
		'business',
		'conversion conversions',
		'experience',
		'important',
		'integrity',
		'locale locales localize localization',
		'operator operators',
		'optional',
		'original',
		'personal',
		'positive',
		'production',
		'rating ratings',
		'responsive',
		'several',
	].flatMap((forms) => forms.split(' ').map((form) => [form, forms.split(' ')[0]!] as const)),
);

/** The stem of a lower-case word. Words with digits or other signs stay unchanged. */
export function stemOf(word: string): string {
	if (!/^[a-z]{3,}$/.test(word)) return word;
	return apart.get(word) ?? stemmer(regular(irregular.get(word) ?? word));
}

// British spelling, and verbs whose nouns have another stem: "notify" and "notification".
function regular(word: string): string {
	return word
		.replace(/(?<=.{3})is(?=(?:e|es|ed|er|ing|ation|ations)$)/, 'iz')
		.replace(/(?<=.{3})our(?=(?:s|ed|ing|ite|ites|al)?$)/, 'or')
		.replace(/(?<=.{2})if(?:y|ies|ied|ying)$/, 'ification');
}
