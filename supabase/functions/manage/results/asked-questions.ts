import { askedKey, takesAnswer, type Question } from '@feedback/contract';

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

/** A question that several versions ask with differences only in texts and order. */
export type AskedQuestion = {
	/** As the latest of `versions` asked it. */
	question: Question;
	/** The latest first. */
	versions: Version[];
};

/**
 * The questions of all versions, beginning with the latest version. A question whose type, scale or options
 * changed is listed once for each way in which it was asked, because its answers mean different things.
 *
 * @example
 * listAskedQuestions([second, first]); // [{ question: nps, versions: [second] }, …]
 */
export function listAskedQuestions(versions: readonly Version[]): AskedQuestion[] {
	const found = new Map<string, AskedQuestion>();
	for (const version of versions) {
		for (const question of version.questions) {
			if (!takesAnswer(question)) continue;
			const asked = found.get(askedKey(question));
			if (asked) asked.versions.push(version);
			else found.set(askedKey(question), { question, versions: [version] });
		}
	}
	return [...found.values()];
}
