import {
	askedKey,
	reachedQuestions,
	type MetBranches,
	type Question,
	type Version,
} from '@feedback/contract';

/** Responses that are equal in everything that determines which questions were reached. */
export type Alike = {
	/** `key` of the version that was displayed. */
	version: string;
	final: boolean;
	/** Questions that were answered. */
	answered: string[];
	/** Answers to questions that branch, and in `$met` the conditions on earlier prompts that held. */
	picked: Picked | null;
	responses: number;
};

export type Picked = Record<string, unknown> & { $met?: MetBranches };

/** By `askedKey`. */
export type DropOff = Map<string, { reached: number; answered: number; skipped: number }>;

/** Counts the visitors who reached each question, answered it, or skipped it. */
export function countDropOff(alike: readonly Alike[], versions: readonly Version[]): DropOff {
	const counts: DropOff = new Map();
	const byVersion = new Map(versions.map(({ key, questions }) => [key, questions]));
	// Compute this once per question, because there may be thousands of groups.
	const keys = new Map(
		versions.flatMap(({ questions }) =>
			questions.map((question) => [question, askedKey(question)]),
		),
	);
	for (const group of alike) {
		const questions = byVersion.get(group.version) ?? [];
		const answered = new Set(group.answered);
		for (const { question, state } of listStates(questions, {
			...group,
			answered,
			met: group.picked?.$met,
		})) {
			const key = keys.get(question)!;
			const count = counts.get(key) ?? { reached: 0, answered: 0, skipped: 0 };
			count.reached += group.responses;
			if (state !== 'waiting') count[state] += group.responses;
			counts.set(key, count);
		}
	}
	return counts;
}

/** `waiting`: the visitor has not finished, and may still answer it. */
type State = 'answered' | 'skipped' | 'waiting';

type Given = Pick<Alike, 'final' | 'picked'> & {
	answered: ReadonlySet<string>;
	met?: MetBranches | undefined;
};

/** The questions that a visitor reached, each with what happened there. */
export function listStates(
	questions: Question[],
	{ final, picked, answered, met }: Given,
): { question: Question; state: State }[] {
	// If a question does not branch, only whether it was answered matters.
	const answers = Object.fromEntries([...answered].map((id) => [id, picked?.[id] ?? true]));
	const path = reachedQuestions(questions, answers as Parameters<typeof reachedQuestions>[1], met);
	// A visitor who has not finished is at the question after the last answer.
	const last = path.findLastIndex(({ id }) => answered.has(id));
	const reached = final ? path : path.slice(0, last + 2);
	return reached.map((question, at) => ({
		question,
		state: answered.has(question.id)
			? 'answered'
			: final || at < reached.length - 1
				? 'skipped'
				: 'waiting',
	}));
}
