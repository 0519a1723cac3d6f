import { askedKey, takesAnswer, type Question, type Version } from '@feedback/contract';

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
