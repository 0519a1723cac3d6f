import { countOf, type Question } from '@feedback/contract';

import type { QuestionSummary } from './figures.ts';

export type Choice = { key: string; label: string; count: number; note?: string };

/**
 * Every choice with its count: the options in their order, "other", and options of earlier revisions.
 */
export function listChoices(
	{ counts, type }: Pick<QuestionSummary, 'counts'> & { type: Question['type'] },
	asked: Question | undefined,
): Choice[] {
	const known = new Map(names[type](asked));
	const choices = [...known].map(([key, label]) => ({ key, label, count: countOf(counts, key) }));
	const gone = Object.entries(counts)
		.filter(([key]) => !known.has(key))
		.sort((a, b) => b[1] - a[1]);
	return [
		...choices,
		...gone.map(([key, count]) =>
			key === '(other)'
				? { key, label: 'Other', count, note: 'free text' }
				: { key, label: key, count, note: 'from an earlier revision' },
		),
	];
}

type Names = (asked: Question | undefined) => [value: string, label: string][];

const none: Names = () => [];
const nameOptions: Names = (asked) => {
	if (asked?.type !== 'single_choice' && asked?.type !== 'multiple_choice') return [];
	const { options, other_label: other } = asked;
	return [
		...options.map(({ value, label }): [string, string] => [value, label]),
		...(other ? [['(other)', other] as [string, string]] : []),
	];
};

/** Names the choices of each question type, from the latest revision that asks the question. */
const names = {
	rating: none,
	nps: none,
	single_choice: nameOptions,
	multiple_choice: nameOptions,
	yes_no: (asked) => {
		const words = asked?.type === 'yes_no' ? asked : undefined;
		return [
			['true', words?.yes_label ?? 'Yes'],
			['false', words?.no_label ?? 'No'],
		];
	},
	short_text: none,
	long_text: none,
	consent: () => [
		['true', 'Agreed'],
		['false', 'Did not agree'],
	],
	message: none,
	screenshot: none,
} satisfies Record<Question['type'], Names>;
