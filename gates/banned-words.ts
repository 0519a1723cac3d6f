// Words that have a standard replacement. The glossary of the documentation names what to use instead.

/** A pattern that must not occur, and its replacement. */
export type BannedWord = {
	/** Matched in each line, case-insensitively unless the pattern has other flags. */
	pattern: RegExp;
	instead: string;
	/** Files in which the pattern is searched, by the end of their names; all text files if omitted. */
	files?: RegExp;
	/** Files in which the word has another, standard meaning. */
	except?: RegExp;
};

const code = /\.(ts|js|svelte|astro)$/;
const sql = /\.sql$/;

/** Phrases that read as translated, in text of any kind. */
const phrases: BannedWord[] = [
	{ pattern: /\bsomebody\b/i, instead: 'someone, a person, or the role' },
	{ pattern: /\bwhoever\b/i, instead: 'anyone who, or the role' },
	{ pattern: /\banew\b/i, instead: 'again' },
	{ pattern: /\bby itself\b/i, instead: 'automatically, alone' },
	{ pattern: /\bstands? in\b/i, instead: 'is in, replaces' },
	{ pattern: /\bstands? for\b/i, instead: 'means, represents' },
	{ pattern: /\bis yours to\b/i, instead: 'is your responsibility' },
	{ pattern: /\bwants (?:every|at least|not)\b/i, instead: 'requires, must match' },
	{ pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix, repair' },
	{ pattern: /\bforesee/i, instead: 'dry run, forecast' },
	{ pattern: /\bbeing told\b|\bis told\b|\bare told\b/i, instead: 'is notified, receives' },
	{ pattern: /\bheld against\b/i, instead: 'compared with' },
	{ pattern: /\bheld up\b/i, instead: 'blocked, delayed' },
	{ pattern: /\bin vain\b/i, instead: 'without success' },
];

/** Labels of the dashboard before they had their standard names. */
const labels: BannedWord[] = [
	{ pattern: /After which event/, instead: 'Trigger' },
	{ pattern: /Who is asked/, instead: 'Audience' },
	{ pattern: /How many of them/, instead: 'Sampling' },
	{ pattern: /How it looks/, instead: 'Appearance' },
	{ pattern: /Try the rules/, instead: 'Test rules' },
	{ pattern: /Test on my site/, instead: 'Preview on site' },
	{ pattern: /Drawn as/, instead: 'Style' },
	{ pattern: /Has to be answered/, instead: 'Required' },
	{ pattern: /Draft kept/, instead: 'Saved' },
	{ pattern: /How far they came/, instead: 'Drop-off' },
];

/** Names in code that only insiders would understand. */
const identifiers: BannedWord[] = [
	{ pattern: /\b(?:Told|tellAhead|told)\b/, files: code, instead: 'result, notify' },
	{ pattern: /\breceiveVisit\b|\bVisit\b/, files: code, instead: 'RequestContext' },
	{ pattern: /\bdemand[A-Z]\w*/, files: code, instead: 'authorize, require…' },
	{ pattern: /\bpatience\b/i, files: code, instead: 'maxWaitMs' },
	{
		pattern: /\bworthACall\b|\bmostTogether\b/,
		files: code,
		instead: 'minBatchSize, maxBatchSize',
	},
	{ pattern: /\b(?:Draft)?Shelf\b/i, files: code, instead: 'local draft store' },
	{ pattern: /\bActs\b/, files: code, instead: 'Actions' },
	{ pattern: /\bLetter\b/, files: code, instead: 'Message' },
	{ pattern: /\bkeptFor\b|\bleaseFor\b/, files: code, instead: 'maxAgeMs, leaseMs' },
	{ pattern: /\blistFaults\b|\bFault\b/, files: code, instead: 'listIssues, Issue' },
	{ pattern: /\blook(?:Schema|Options)\b|\bsiteLook\b/, files: code, instead: 'appearance' },
	{ pattern: /\bforemost\b/i, instead: 'top_candidate, first' },
	{
		pattern: /\bapp\.gate\b|\bgates? \w+ (?:subject|row)\b/i,
		files: sql,
		instead: 'subject_locks',
	},
	{ pattern: /\bpin\b/i, files: sql, instead: 'index_value' },
	{ pattern: /\b\w*screen(?:_path)?\b/i, files: sql, instead: 'prefilter' },
	{ pattern: /\bapp\.tell\w*\b/i, files: sql, instead: '…_json' },
	{ pattern: /\bapp\.charge\w*\b|\bapp\.spent\b/i, files: sql, instead: 'consume' },
];

export const bannedWords: readonly BannedWord[] = [...phrases, ...labels, ...identifiers];
