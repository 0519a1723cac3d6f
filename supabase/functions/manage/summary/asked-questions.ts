import { askedKey, type Question } from '@feedback/contract';

import { resultKinds } from '../result-kinds.ts';

/** A question as several revisions asked it: they differ only in texts and order. */
export type AskedQuestion = {
	/** In the form of the latest of `revisions`. */
	question: Question;
	/** The latest first. */
	revisions: number[];
};

/**
 * The questions of all revisions, those of the latest revision first. A question whose type, scale or options changed
 * is listed once for each way in which it was asked: its answers mean different things.
 *
 * @example
 * listAskedQuestions(new Map([[2, [nps]], [1, [rating]]])); // [{ question: nps, revisions: [2] }, …]
 */
export function listAskedQuestions(revisions: ReadonlyMap<number, Question[]>): AskedQuestion[] {
	const found = new Map<string, AskedQuestion>();
	for (const [revision, questions] of revisions) {
		for (const question of questions) {
			if (resultKinds[question.type] === 'none') continue;
			const asked = found.get(askedKey(question));
			if (asked) asked.revisions.push(revision);
			else found.set(askedKey(question), { question, revisions: [revision] });
		}
	}
	return [...found.values()];
}
