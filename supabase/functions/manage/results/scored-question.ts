import { isScored, listVersions, type QuestionOf, type RevisionRow } from '@feedback/contract';

export type ScoredQuestion = QuestionOf<'score'>;

/** A question, and the key of the version that asks it. */
export type Scored = { question: ScoredQuestion; version: string };

/** The first NPS or rating question; with an experiment, of the first variant that has one. Null if there is none. */
export function findScoredQuestion(revision: RevisionRow): Scored | null {
	for (const { key: version, questions } of listVersions(revision)) {
		const question = questions.find(isScored);
		if (question) return { question, version };
	}
	return null;
}
