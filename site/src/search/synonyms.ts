import { stem } from './stem.ts';

// What readers call things that these pages call otherwise: their words on the left, ours on the right.
// General words of the trade only; what belongs to one page is said on that page.
const groups: [string, string][] = [
	['survey popup poll questionnaire microsurvey', 'prompt'],
	['user customer person people', 'visitor'],
	['attribute', 'trait'],
	['login logon', 'sign-in identify'],
	['logout signout logoff', 'sign-out reset'],
	['frontend client', 'browser'],
	['backend', 'server'],
	['server', 'backend'],
	['cli terminal shell', 'command-line'],
	['target targeting segment cohort', 'audience'],
	['percent percentage fraction', 'sampling share'],
	['cap capping', 'limit frequency'],
	['gdpr ccpa', 'retention privacy'],
	['config configuration', 'option setting'],
	['answer reply', 'response'],
	['doc docs', 'documentation'],
	['llm gpt', 'agent'],
	['exception crash fail failure', 'error'],
	['permission consent approval', 'grant'],
	['secret credential token', 'key'],
	['typescript typings', 'types'],
	['i18n localization locale', 'translation language'],
	['css theme style styling', 'appearance'],
	['dedupe deduplicate idempotent', 'duplicate'],
	['disconnected', 'offline'],
];

const synonyms = new Map<string, string[]>();
for (const [theirs, ours] of groups) {
	for (const word of theirs.split(' ')) {
		const key = stem(word);
		const terms = ours.split(' ').map((term) => (term.includes('-') ? term : stem(term)));
		synonyms.set(key, [...(synonyms.get(key) ?? []), ...terms]);
	}
}

/**
 * Our words for a term of a reader.
 *
 * @example
 * synonymsOf('survei'); // ['prompt']
 */
export function synonymsOf(term: string): readonly string[] {
	return synonyms.get(term) ?? [];
}
