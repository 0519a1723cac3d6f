import { findAnswerIssues, matchAnswerKind, type Answers, type Question } from '@feedback/contract';

type Answer = Answers[string];

type Names = { valueOf: (option: string) => string | undefined; toScore: (raw: unknown) => number };

/** Words for yes in exports. */
const yes = new Set(['true', 'yes', '1', 'accepted', 'clicked']);
const no = new Set(['false', 'no', '0', 'dismissed', '']);

/**
 * An answer of another product as an answer to the prompt's question; undefined if the question cannot have it.
 *
 * @param names the value of an option by its name in the source, and the score of a score there
 */
export function toAnswer(
	question: Question,
	raw: unknown,
	{ valueOf, toScore }: Names,
): Answer | undefined {
	if (raw === null || raw === undefined) return undefined;
	const toChoice = (one: unknown) => {
		const known = valueOf(String(one));
		if (known !== undefined) return known;
		return 'other_label' in question && question.other_label ? { other: String(one) } : undefined;
	};
	const answer = matchAnswerKind<Answer | undefined>(question, {
		score: () => (raw === '' ? undefined : toScore(raw)),
		choice: () => toChoice(Array.isArray(raw) ? raw[0] : raw),
		choices: () =>
			(Array.isArray(raw) ? raw : [raw]).map(toChoice).filter((one) => one !== undefined),
		yes_no: () => {
			const word = String(raw).toLowerCase();
			return yes.has(word) ? true : no.has(word) ? false : undefined;
		},
		text: () => (typeof raw === 'object' ? undefined : String(raw).trim() || undefined),
		// Pictures of other products are not fetched.
		picture: () => undefined,
		none: () => undefined,
	});
	if (answer === undefined) return undefined;
	const issues = findAnswerIssues([question], { [question.id]: answer }, { final: false });
	return issues.length === 0 ? answer : undefined;
}
