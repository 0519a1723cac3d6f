import type { Comparison, Difference } from '../routes/comparison.ts';
import { countAnswersNeeded } from '../statistics/answers-needed.ts';
import { compareSamples } from '../statistics/compare.ts';
import { estimate } from '../statistics/estimate.ts';
import {
	sampleNps,
	sampleRatings,
	sampleShare,
	sampleTopTwo,
	satisfiedFrom,
} from '../statistics/measures.ts';
import { countSample, type Sample, type ValueCounts } from '../statistics/sample.ts';
import { countOf } from './count-of.ts';
import { describeDifference } from './describe-difference.ts';

/** The figures of one side of a comparison. */
export type ComparedSummary = {
	displays: number;
	/** Displays that have a response. */
	answered: number;
	questions: {
		id: string;
		type: string;
		title: string;
		scale: number | null;
		revisions: number[];
		variants: string[];
		answered: number;
		/** Its texts where they differ. */
		wordings: { title: string; answered: number }[];
		counts: Record<string, number>;
		/** The values whose shares are compared. */
		choices: string[];
	}[];
};

type Growing = { one: boolean; other: boolean };
type Names = { one: string; other: string };
type Options = {
	names: Names;
	/** Which sides receive more answers. */
	growing: Growing;
};
type Kind = Pick<Difference, 'measure' | 'choice'>;

/** The differences between two summaries of one prompt. Both must list the same questions in the same order. */
export function compareSummaries(
	one: ComparedSummary,
	other: ComparedSummary,
	options: Options,
): Omit<Comparison, 'counted' | 'time_differs'> & { response_rate: Difference } {
	const rate = ({ answered, displays }: ComparedSummary) => sampleShare(answered, displays);
	return {
		...options.names,
		response_rate: compare(
			{ measure: 'response_rate', choice: null },
			{ one: rate(one), other: rate(other) },
			options,
		),
		questions: one.questions.map((question, at) => {
			const { id, type, title, scale, revisions, variants } = question;
			const second = other.questions[at]!;
			const kinds = listKinds(question, second);
			return {
				id,
				type,
				title,
				scale,
				revisions,
				variants,
				titles: { one: listTitles(question), other: listTitles(second) },
				differences: kinds.map((kind) =>
					compare(kind, { one: toSample(question, kind), other: toSample(second, kind) }, options),
				),
			};
		}),
	};
}

function listTitles({ title, wordings }: Asked): string[] {
	const answered = wordings.filter((wording) => wording.answered > 0);
	return answered.length > 0 ? answered.map((wording) => wording.title) : [title];
}

/** The rating of a thumb up. */
const thumbsUp = '2';

type Asked = ComparedSummary['questions'][number];

function listKinds(one: Asked, other: Asked): Kind[] {
	if (one.type === 'nps') return [{ measure: 'nps', choice: null }];
	if (one.type === 'rating') {
		if (one.scale !== null && satisfiedFrom(one.scale) === undefined)
			return [{ measure: 'share', choice: thumbsUp }];
		return [
			{ measure: 'mean', choice: null },
			{ measure: 'top_two', choice: null },
		];
	}
	const choices = new Set([...one.choices, ...other.choices]);
	// The share of "no" is one minus the share of "yes".
	if (one.type === 'yes_no' || one.type === 'consent') choices.delete('false');
	return [...choices].map((choice) => ({ measure: 'share', choice }));
}

function toSample({ counts, answered, scale }: Asked, { measure, choice }: Kind): Sample {
	switch (measure) {
		case 'nps':
			return sampleNps(readScores(counts));
		case 'mean':
			return sampleRatings(readScores(counts), scale ?? 5);
		case 'top_two':
			return sampleTopTwo(readScores(counts), scale ?? 5)!;
		case 'share':
		case 'response_rate':
			return sampleShare(countOf(counts, choice ?? ''), answered);
	}
}

function readScores(counts: Asked['counts']): ValueCounts {
	return new Map(
		Object.entries(counts).flatMap(([value, count]) =>
			/^\d+$/.test(value) ? [[Number(value), count]] : [],
		),
	);
}

function compare(
	kind: Kind,
	{ one, other }: { one: Sample; other: Sample },
	{ names, growing }: Options,
): Difference {
	const difference = compareSamples(one, other);
	const isKnown = difference !== null && (difference.low > 0 || difference.high < 0);
	const describe = (sample: Sample) => ({
		answers: countSample(sample),
		estimate: estimate(sample),
	});
	const found = {
		...kind,
		one: describe(one),
		other: describe(other),
		difference,
		more_answers: isKnown ? null : countAnswersNeeded(one, other, growing),
	};
	return { ...found, sentence: describeDifference(found, names) };
}
