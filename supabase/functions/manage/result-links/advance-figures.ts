import { limits, type SharedResults } from '@feedback/contract';

import type { Base } from './shared-trend.ts';

/** What a link shows of its answers, without words. */
export type Figures = Pick<
	SharedResults,
	'responses' | 'displays' | 'answered' | 'response_rate'
> & { questions: Shown[] };

/** `base` is not shown: where the trend continues. */
export type Shown = SharedResults['questions'][number] & { base: Base | null };

const least = limits.results.sharedLeast;

/** Whether the difference between two counts is of nobody, or of enough people. */
const isSafeStep = (before: number | null, now: number | null) =>
	before === null || now === null || before === now || Math.abs(now - before) >= least;

/**
 * The figures to show next, after those that were released: undefined while too few answers have come since. A
 * holder who reads the link again and again sees each figure change only by enough answers at once, so no single one can be computed.
 *
 * @param arrived number of responses since the release
 */
export function advanceFigures(
	released: Figures,
	current: Figures,
	arrived: number,
): Figures | undefined {
	const before = released.responses ?? 0;
	const now = current.responses ?? 0;
	const arrivals = Math.max(arrived, now - before);
	// Those that a moving period has left behind, and those that were erased.
	const gone = before + arrivals - now;
	if (arrivals < least && (arrivals > 0 || gone < least)) return undefined;
	if (current.responses === null) return current;
	const isSafe =
		isSafeStep(released.displays, current.displays) &&
		isSafeStep(released.answered, current.answered);
	const { displays, answered, response_rate } = isSafe ? current : released;
	return {
		responses: current.responses,
		displays,
		answered,
		response_rate,
		questions: current.questions.map((question) => {
			const former = released.questions.find((one) => isSameQuestion(one, question));
			return former && !isSafeQuestion(former, question) ? former : question;
		}),
	};
}

/** Whether two figures are of one question, asked in the same way. */
export function isSameQuestion(one: Shown, other: Shown): boolean {
	return (
		one.id === other.id &&
		one.type === other.type &&
		one.revisions.some((revision) => other.revisions.includes(revision))
	);
}

function isSafeQuestion(former: Shown, question: Shown): boolean {
	const counts = new Map(former.counts.map(({ value, count }) => [value, count]));
	const [inside, now] = [countTopTwo(former), countTopTwo(question)];
	return (
		isSafeStep(former.answered, question.answered) &&
		question.counts.every(({ value, count }) => isSafeStep(counts.get(value) ?? null, count)) &&
		isSafeStep(inside?.inside ?? null, now?.inside ?? null) &&
		isSafeStep(inside?.outside ?? null, now?.outside ?? null)
	);
}

/** How many answers are in the upper two values of a scale, and how many are not. */
function countTopTwo({ top_two: share, answered }: Shown) {
	if (!share || answered === null) return undefined;
	const inside = Math.round(share.value * answered);
	return { inside, outside: answered - inside };
}
