import type { Prompt } from './prompt.ts';
import type { Question } from './question.ts';

/** A displayed version: a revision, or a variant of one. `key` distinguishes them. */
export type Version = {
	key: string;
	revision: number;
	variant: string | null;
	questions: Question[];
};

/**
 * Returns the key of the version that a response answers.
 *
 * @example
 * versionKey(3, null); // '3'
 * versionKey(3, 'short'); // '3 short'
 */
export function versionKey(revision: number, variant: string | null): string {
	return variant === null ? `${revision}` : `${revision} ${variant}`;
}

export type RevisionRow = { number: number; content: Pick<Prompt, 'questions' | 'experiment'> };

/** Lists the versions of a revision, which with an experiment is only displayed as one of its variants. */
export function listVersions({ number: revision, content }: RevisionRow): Version[] {
	return content.experiment
		? content.experiment.variants.map(({ key, questions = content.questions }) =>
				toVersion(revision, key, questions),
			)
		: [toVersion(revision, null, content.questions)];
}

function toVersion(revision: number, variant: string | null, questions: Question[]): Version {
	return { key: versionKey(revision, variant), revision, variant, questions };
}
