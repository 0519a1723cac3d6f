import {
	compareSummaries,
	concludeExperiment,
	limits,
	promptSchema,
	watchDifference,
	type ComparedSummary,
	type Experiment,
	type ExperimentResult,
	type RouteOutput,
	type WatchedDifference,
} from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { requirePrompt } from '../prompts/prompt-summary.ts';
import { summarize } from './summarize.ts';

type Summary = RouteOutput<'summarizeResponses'>;
type Asked = Pick<Summary['questions'][number], 'revisions' | 'variants'>;
type Arm = { key: string; summary: Summary };
type Comparison = ExperimentResult['comparisons'][number];
type Run = { since: Date | null; is_first: boolean };

export const getExperiment: Operation<'getExperiment'> = {
	access: 'reads and keeps',
	reads: 'replica',
	async run({ tx, service }, { site, prompt }) {
		const published = await readPublished(tx, site, prompt);
		if (!published) await requirePrompt(tx, site, prompt);
		if (!published?.experiment) return { experiment: null };
		const { experiment, revision, running } = published;
		const [run] = await tx<
			Run[]
		>`select since, is_first from app.experiment_run(${site}, ${prompt})`;
		const since = run!.since?.toISOString() ?? null;
		const countedSince = run!.is_first ? null : since;
		const variants = experiment.variants.filter(({ weight }) => weight > 0);
		const scope = { site, prompt, ...(countedSince !== null && { since: countedSince }) };
		const arms: Arm[] = [];
		for (const { key } of variants) {
			arms.push({ key, summary: await summarize(tx, { ...scope, variant: key }, service.clock()) });
		}
		return () => {
			const [first, ...others] = arms;
			const comparisons = others.map((arm) => compareArms(arm, first!, { revision, running }));
			return {
				experiment: {
					key: experiment.key,
					revision,
					since,
					counted_since: countedSince,
					running,
					variants: arms.map(({ key, summary }) => ({
						key,
						share: shareOf(key, variants),
						displays: summary.displays,
						answered: summary.answered,
						response_rate: summary.response_rate,
					})),
					comparisons,
					conclusion: concludeExperiment(comparisons),
				},
			};
		};
	},
};

type Published = { revision: number; running: boolean; experiment: Experiment | undefined };

async function readPublished(tx: Tx, site: string, prompt: string): Promise<Published | undefined> {
	const [row] = await tx<{ revision: number; running: boolean; content: unknown }[]>`
		select r.number as revision, p.state = 'published' as running, r.content
		from app.prompts p
		join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p.published_revision
		where p.site_id = ${site} and p.id = ${prompt}`;
	return row && { ...row, experiment: promptSchema.parse(row.content).experiment };
}

function shareOf(key: string, variants: Experiment['variants']): number {
	const sum = variants.reduce((all, { weight }) => all + weight, 0);
	return variants.find((one) => one.key === key)!.weight / sum;
}

function compareArms(
	arm: Arm,
	first: Arm,
	{ revision, running: isRunning }: Omit<Published, 'experiment'>,
): Comparison {
	// A variant may ask other questions than the first one.
	const isAskedByBoth = ({ revisions, variants }: Asked) =>
		revisions[0] === revision && [arm, first].every(({ key }) => variants.includes(key));
	const { response_rate: rate, questions } = compareSummaries(toSide(arm), toSide(first), {
		names: { one: arm.key, other: first.key },
		growing: { one: true, other: true },
	});
	const sides = [arm.summary, first.summary];
	const watch = (perDay: number, about: Omit<WatchedDifference, 'outlook' | 'days'>) => ({
		...about,
		...watchDifference(about, { perDay, isRunning }),
	});
	const displays = sides.reduce((sum, side) => sum + paceOf(side, 'displays'), 0);
	return {
		variant: arm.key,
		against: first.key,
		differences: [
			watch(displays, { ...rate, question: null, title: null }),
			...questions.flatMap(({ differences, ...question }, at) => {
				if (!isAskedByBoth(question)) return [];
				const { id, title } = question;
				const answers = sides.reduce((sum, side) => sum + answersPerDay(side, at), 0);
				return differences.map((one) => watch(answers, { ...one, question: id, title }));
			}),
		],
	};
}

function toSide({ summary: { displays, answered, questions } }: Arm): ComparedSummary {
	const counted = questions.map((one) => ({ ...one, choices: Object.keys(one.shares) }));
	return { displays, answered, questions: counted };
}

/** Displays or responses per day, of the last days. */
function paceOf({ trend }: Summary, what: 'displays' | 'responses'): number {
	const first = trend.findIndex(({ displays, responses }) => displays > 0 || responses > 0);
	const days = first === -1 ? [] : trend.slice(first).slice(-limits.experiment.paceDays);
	if (days.length === 0) return 0;
	return days.reduce((sum, day) => sum + day[what], 0) / days.length;
}

/** Assumes that as large a share of the responses answers the question as before. */
function answersPerDay(summary: Summary, question: number): number {
	const { responses, questions } = summary;
	if (responses === 0) return 0;
	return (paceOf(summary, 'responses') * questions[question]!.answered) / responses;
}
