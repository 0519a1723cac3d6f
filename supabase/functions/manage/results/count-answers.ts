import type { Alike } from './drop-off.ts';
import { listVersionsOf, type Counted } from './result-parts.ts';

/** Counts of equal responses: most are alike from day to day. */
export function countAlike({ parts }: Counted): Alike[] {
	const sums = new Map<string, Alike>();
	for (const { key, questions, alike } of listVersionsOf(parts)) {
		for (const [final, answered, picked, responses] of alike) {
			const group = JSON.stringify([key, questions, final, answered, picked]);
			const sum = sums.get(group);
			if (sum) sum.responses += responses;
			else {
				sums.set(group, {
					version: key,
					final,
					picked,
					responses,
					answered: questions.filter((_, at) => answered[at] === '1'),
				});
			}
		}
	}
	return [...sums.values()];
}

export type ValueCount = {
	question: string;
	version: string;
	/** In the site's time zone. */
	day: string;
	value: string;
	count: number;
	/** Answers whose first or only value this is, so that the sum counts an answer with several choices once. */
	answers: number;
};

/**
 * Counts the answers by value, question, version and day. Each of several choices is counted, and every "other" as
 * `(other)`.
 */
export function countValues({ parts }: Counted, questions: string[]): ValueCount[] {
	const wanted = new Set(questions);
	return listVersionsOf(parts).flatMap(({ key: version, day, values }) =>
		Object.entries(values).flatMap(([question, times]) =>
			wanted.has(question)
				? Object.entries(times).map(([value, given]) => {
						const [count, answers] = typeof given === 'number' ? [given, given] : given;
						return { question, version, day, value, count, answers };
					})
				: [],
		),
	);
}
