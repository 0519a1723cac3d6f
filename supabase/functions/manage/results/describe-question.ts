import {
	askedKey,
	matchAnswerKind,
	type Question,
	type QuestionOf,
	type RouteOutput,
	type Version,
} from '@feedback/contract';

import type { AskedQuestion } from './asked-questions.ts';
import type { ValueCount } from './count-answers.ts';
import { countDropOff, type Alike, type DropOff } from './drop-off.ts';
import { readQuestionTrend } from './question-trend.ts';
import { readScores, sumCounts } from './sum-counts.ts';
import {
	estimateMean,
	estimateNps,
	estimateShare,
	estimateTopTwo,
	isThumbs,
} from './to-estimate.ts';

type Answered = AskedQuestion & { given: readonly ValueCount[] };
type Figures = { dropOff: DropOff; alike: readonly Alike[] };
type Described = RouteOutput<'summarizeResponses'>['questions'][number];
type CountedQuestion = Omit<Described, 'mean' | 'nps' | 'top_two' | 'shares' | 'trend'> & {
	/** The values whose shares count; none without answers. */
	choices: string[];
};

/** Counts the answers to a question. `given` are all of them. */
export function countQuestion(
	{ given, ...asked }: Answered,
	{ dropOff, alike }: Figures,
): CountedQuestion {
	const { question, versions } = asked;
	const { id, type, title } = question;
	const counts = sumCounts(given);
	const answers = dropOff.get(askedKey(question)) ?? { reached: 0, answered: 0, skipped: 0 };
	const choices = answers.answered > 0 ? listChoices(question) : [];
	return {
		id,
		type,
		title,
		scale: question.type === 'rating' ? question.scale : null,
		revisions: [...new Set(versions.map(({ revision }) => revision))],
		variants: versions.flatMap(({ revision, variant }) =>
			revision === versions[0]!.revision && variant !== null ? [variant] : [],
		),
		wordings: describeWordings(asked, alike),
		...answers,
		counts: Object.fromEntries(counts),
		choices: choices.length > 0 ? [...new Set([...choices, ...counts.keys()])] : [],
	};
}

/** Returns a question's figures. `days` are the days of the trend. */
export function describeQuestion(
	asked: Answered,
	{ days, ...figures }: Figures & { days: string[] },
): Described {
	const { question, given } = asked;
	const { choices, ...counted } = countQuestion(asked, figures);
	const counts = new Map(Object.entries(counted.counts));
	const scores = readScores(counts);
	return {
		...counted,
		mean: estimateMean(question, scores),
		nps: question.type === 'nps' ? estimateNps(scores) : null,
		top_two: question.type === 'rating' ? estimateTopTwo(scores, question.scale) : null,
		shares: Object.fromEntries(
			choices.map((choice) => [choice, estimateShare(counts.get(choice) ?? 0, counted.answered)!]),
		),
		trend: readQuestionTrend(asked, given, days),
	};
}

function describeWordings(
	{ question: { id }, versions }: AskedQuestion,
	alike: readonly Alike[],
): Described['wordings'] {
	const titleOf = ({ questions }: Version) => questions.find((one) => one.id === id)!.title;
	const titles = Map.groupBy(versions, titleOf);
	if (titles.size === 1) return [];
	return [...titles].map(([title, those]) => {
		const groups = alike.filter(({ version }) => those.some(({ key }) => key === version));
		const key = askedKey(those[0]!.questions.find((one) => one.id === id)!);
		return {
			title,
			revisions: [...new Set(those.map(({ revision }) => revision))],
			variants: [...new Set(those.flatMap(({ variant }) => variant ?? []))],
			answered: countDropOff(groups, those).get(key)?.answered ?? 0,
		};
	});
}

function listChoices(question: Question): string[] {
	if (isThumbs(question)) return ['1', '2'];
	const none = () => [];
	return matchAnswerKind<string[]>(question, {
		choice: listOptions,
		choices: listOptions,
		yes_no: () => ['true', 'false'],
		score: none,
		text: none,
		picture: none,
		none,
	});
}

function listOptions({ options, other_label: other }: QuestionOf<'choice' | 'choices'>): string[] {
	return [...options.map(({ value }) => value), ...(other === undefined ? [] : ['(other)'])];
}
