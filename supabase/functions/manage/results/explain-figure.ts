import {
	describeFigure,
	explainRates,
	explainRepeatAnswers,
	explainScores,
	explainSummary,
	routes,
	ServiceError,
	type ExplainedFigure,
	type RouteOutput,
} from '@feedback/contract';

import { checkFilter } from '../filters/check-filter.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import { finish } from '../operation/finish.ts';
import type { Context, Input, Operation } from '../operation/operation.ts';
import { requirePrompt } from '../prompts/prompt-summary.ts';
import { getRepeatAnswers } from './repeat-answers.ts';
import { getResponseRates } from './response-rates.ts';
import { getScores } from './scores.ts';
import { summarize } from './summarize.ts';

type Explained = RouteOutput<'explainFigure'>;
type Asked = Omit<Input<'explainFigure'>, 'figure' | 'filter'>;

/** The figures of one kind of results, and the questions that they name. */
type Figures = {
	counted: number;
	figures: ExplainedFigure[];
	questions: { id: string; title: string }[];
};

export const explainFigure: Operation<'explainFigure'> = {
	access: 'reads and keeps',
	reads: 'replica',
	async run(context, { figure, ...input }): Promise<Explained> {
		const { tx, service } = context;
		const asked = await useSavedFilter(tx, input, service.clock());
		const [kind, path] = splitPath(figure);
		const { counted, figures, questions } = await readers[kind](context, asked);
		const found = figures.find((one) => one.figure === path);
		if (!found) {
			throw new ServiceError('invalid_request', {
				field: 'figure',
				message: `figure names "${figure}", which the results do not have`,
				hint: 'Write the path of a figure in the summary, such as responses or questions.0.counts.9.',
			});
		}
		const { filter, of, count, share_of: whole } = found;
		const { site, by: _, days: __, ...segment } = asked;
		const query = writeQuery({ ...segment, ...filter });
		return {
			counted,
			figure,
			sentence: describeFigure(filter, findTitle(filter, questions)),
			of,
			count,
			share_of: whole === null ? null : figure.slice(0, figure.length - path.length) + whole,
			filter: query,
			request: `/sites/${site}/${of}?${toParameters(query)}`,
		};
	},
};

const readers = {
	async summary({ tx, service }: Context, { site, by: _, days: __, ...scope }: Asked) {
		await checkFilter(tx, site, scope);
		const [[zone], summary] = await Promise.all([
			tx<{ name: string }[]>`select app.site_time_zone(${site}) as name`,
			summarize(tx, { site, ...scope }, service.clock()),
		]);
		const { counted, questions } = summary;
		return { counted, questions, figures: explainSummary(summary, scope, zone!.name) };
	},
	async response_rates(context: Context, { by, ...asked }: Asked): Promise<Figures> {
		if (by === undefined) throw wrong('by', 'is missing: it divides the displays into groups');
		const rates = await finish(await getResponseRates.run(context, { ...asked, by }));
		return { counted: 1, questions: [], figures: explainRates(rates, by) };
	},
	async repeat_answers(context: Context, asked: Asked): Promise<Figures> {
		const answers = await finish(await getRepeatAnswers.run(context, asked));
		return { counted: 1, questions: answers.questions, figures: explainRepeatAnswers(answers) };
	},
	async scores(
		context: Context,
		{ site, prompt, by: _, days, ...filter }: Asked,
	): Promise<Figures> {
		const [field] = Object.entries(filter).find(([, value]) => value !== undefined) ?? [];
		if (field !== undefined) throw wrong(field, 'does not apply: scores have no filter');
		await requirePrompt(context.tx, site, prompt);
		const period = routes.getScores.query.parse({ days });
		const scores = await finish(await getScores.run(context, { site, ...period }));
		const found = scores.prompts.find(({ id }) => id === prompt);
		if (!found) throw wrong('prompt', 'is not among the published prompts with scores');
		const { score } = found;
		return {
			counted: 1,
			questions: score ? [{ id: score.question, title: score.title }] : [],
			figures: explainScores(found, scores),
		};
	},
};

/** The kind of results, and the path of the figure in them. */
function splitPath(figure: string): [kind: keyof typeof readers, path: string] {
	const [, kind, path] = /^(response_rates|repeat_answers|scores)\.(.*)$/s.exec(figure) ?? [];
	return kind === undefined ? ['summary', figure] : [kind as keyof typeof readers, path!];
}

function findTitle({ figure }: ExplainedFigure['filter'], questions: Figures['questions']) {
	if (typeof figure !== 'object' || !('question' in figure)) return undefined;
	return questions.find(({ id }) => id === figure.question)?.title;
}

function wrong(field: string, problem: string): ServiceError {
	return new ServiceError('invalid_request', { field, message: `${field} ${problem}` });
}

/** The values of a query as the route reads them: objects as JSON. */
function writeQuery(values: Record<string, unknown>): Explained['filter'] {
	return Object.fromEntries(
		Object.entries(values).flatMap(([key, value]): [string, string | string[]][] => {
			if (value === undefined) return [];
			if (Array.isArray(value)) return value.length > 0 ? [[key, value.map(String)]] : [];
			return [[key, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
		}),
	);
}

function toParameters(query: Explained['filter']): string {
	return new URLSearchParams(
		Object.entries(query).flatMap(([key, values]) =>
			[values].flat().map((value) => [key, value] satisfies [string, string]),
		),
	).toString();
}
