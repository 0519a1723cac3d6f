import type { Question } from '@feedback/contract';

import type { QuestionSummary } from './figures.ts';

export type Choice = { key: string; label: string; count: number; note?: string };

/**
 * What could be chosen and how often it was: every option in its order, "other", and options of earlier revisions.
 * Yes and no likewise.
 */
export function listChoices(
	{ counts, type }: Pick<QuestionSummary, 'counts' | 'type'>,
	asked: Question | undefined,
): Choice[] {
	const known = nameChoices(type, asked);
	const choices = [...known].map(([key, label]) => ({ key, label, count: counts[key] ?? 0 }));
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

function nameChoices(type: string, asked: Question | undefined): Map<string, string> {
	switch (asked?.type) {
		case 'single_choice':
		case 'multiple_choice': {
			const options = asked.options.map(({ value, label }) => [value, label] as const);
			const { other_label: other } = asked;
			return new Map([...options, ...(other ? [['(other)', other] as const] : [])]);
		}
		case 'yes_no':
			return new Map([
				['true', asked.yes_label ?? 'Yes'],
				['false', asked.no_label ?? 'No'],
			]);
		case 'consent':
			return new Map([
				['true', 'Agreed'],
				['false', 'Did not agree'],
			]);
	}
	return new Map(
		type === 'yes_no'
			? [
					['true', 'Yes'],
					['false', 'No'],
				]
			: [],
	);
}
