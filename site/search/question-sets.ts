import { readFile } from 'node:fs/promises';

export const kinds = ['question', 'identifier', 'word', 'typo'] as const;
export type Kind = (typeof kinds)[number];

/**
 * Readers' questions, each with the sections that answer it. The index learns the questions of `taught`: they were
 * used while the ranking, the synonyms and the aliases were developed, so their figures say little about other
 * questions.
 * - `tuning`; `held`, written before reading the pages; `blind`, written from only the titles.
 * - `titles` contains the titles and first sentences of public threads about such tools, in their original words, each
 *   with its thread.
 * - `fresh` is made like `titles`, and from help centres, too. It was written before its author wrote aliases: at first
 *   it had @1 0.56 and @5 0.78.
 *
 * The sets in `counted` only measure the search: nothing was tuned for any of their questions.
 * - `titles-held`, every other question of the list of `titles`.
 * - `trackers`, from the headings and from questions of users of other survey tools.
 * - `threads`, from single threads in the trackers of those tools, and `support`, with servers and webhooks, too.
 * - `unseen`, from threads and help centres, after the aliases. The misses of every other question were looked at.
 *   Without the taught questions and the newest aliases it has @1 0.45 and @5 0.75, and `threads` has @1 0.78.
 * - `judged`, written from a description of the product. Readers who did not know the ranking chose the sections that
 *   answer each question. Ten questions were answered only later, with aliases: without these it has @1 0.73 and
 *   @5 0.96. Its misses were checked for problems that many pages share, in openings and headings: before the fixes it
 *   had @1 0.75, and 0.76 after them. Another reader then judged the new openings without knowing the first results:
 *   that gives 0.79.
 * - `readers`, made like `judged`, after the ranking, the aliases and the pages. Its author read neither pages nor
 *   other questions, but searched public trackers. Two readers chose the sections without knowing the ranking; with
 *   the choice of a third, of half the questions, @1 and @5 are the same within 0.01. Seven questions had no answer and
 *   are not counted; the pages answer them now.
 * In a set of about 50 questions, the 95% intervals extend 0.12 to either side.
 */
export const taught = ['tuning', 'held', 'blind', 'titles', 'fresh'] as const;
export const counted = [
	'titles-held',
	'trackers',
	'threads',
	'support',
	'unseen',
	'judged',
	'readers',
] as const;
export type QuestionSet = (typeof taught | typeof counted)[number];

export type Question = { id: string; kind: Kind; q: string; accepted: string[] };
type Asked = { id: string; kind: Kind; q: string; pages?: string[] };

/** A question that whole pages answer is about the subject of those pages, which their first sections introduce. */
const mostTaught = 5;

/**
 * The questions of a set.
 * @param paths all sections that exist
 * @throws when a question has no accepted section, or one that does not exist
 */
export async function readQuestions(
	set: QuestionSet,
	paths: readonly string[],
): Promise<Question[]> {
	const file = set === 'tuning' ? 'questions' : set;
	const asked = await readJson<Asked[]>(`${file}.json`);
	const answers =
		set === 'tuning' || set === 'held'
			? await readJson<Record<string, string[]>>(
					set === 'held' ? 'held-answers.json' : 'answers.json',
				)
			: undefined;
	return asked.map(({ id, kind, q, pages = [] }) => {
		const accepted = answers
			? (answers[id] ?? [])
			: pages.flatMap((page) => sectionsOf(page, paths));
		const unknown = accepted.find((section) => !paths.includes(section));
		if (unknown) throw new Error(`Question ${id} accepts ${unknown}, which is no section.`);
		if (accepted.length === 0) throw new Error(`Question ${id} has no accepted section.`);
		return { id, kind, q, accepted };
	});
}

/** The taught questions that each section answers, as one text. */
export async function readTaught(paths: readonly string[]): Promise<Map<string, string>> {
	const sets = await Promise.all(taught.map(async (set) => readQuestions(set, paths)));
	const questions = new Map<string, string>();
	for (const { kind, q, accepted } of sets.flat()) {
		if (kind !== 'question') continue;
		const few = accepted.length <= mostTaught;
		for (const path of few ? accepted : accepted.filter((path) => path.endsWith('#_top'))) {
			questions.set(path, `${questions.get(path) ?? ''} ${q}`.trim());
		}
	}
	return questions;
}

/** A section, or all sections of a page. */
function sectionsOf(page: string, paths: readonly string[]): string[] {
	const [address = '', anchor] = page.split('#');
	// Without an address, the home page.
	if (anchor !== undefined) return [address ? `/${address}/#${anchor}` : `/#${anchor}`];
	const sections = paths.filter((path) => path.startsWith(`/${address}/#`));
	if (sections.length === 0) throw new Error(`A question accepts ${page}, which is no page.`);
	return sections;
}

async function readJson<Value>(name: string): Promise<Value> {
	return JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8')) as Value;
}
