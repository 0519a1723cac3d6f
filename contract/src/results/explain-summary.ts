import { dayStart, shiftDay } from '../day-start.ts';
import type { DisplayFigure, ResponseFigure } from '../routes/figure.ts';
import type { RouteOutput } from '../routes.ts';
import { lowestTo, npsGroups, satisfiedFrom } from '../statistics/measures.ts';

type Summary = RouteOutput<'summarizeResponses'>;
type Question = Summary['questions'][number];
type Period = { since?: string | undefined; until?: string | undefined };

export type ExplainedFigure = {
	/** Path of the figure in the summary, such as `questions.0.counts.9`. */
	figure: string;
	/** What it counts. */
	of: 'responses' | 'displays';
	count: number;
	/** Narrows the filter of the summary to what it counts. */
	filter: Period & { final?: true; figure?: ResponseFigure | DisplayFigure };
	/** The figure of which this is a share; null for counts, means and NPS. */
	share_of: string | null;
};

type Figures = Record<string, Omit<ExplainedFigure, 'figure'>>;

/**
 * Explains every figure of a summary: how many responses or displays it counts, and the filter that lists exactly
 * these. `lowest` of a score are its detractors or lowest ratings. Means and an NPS count all answers that they are computed from.
 *
 * @param zone the site's time zone, in which days begin
 * @example
 * explainSummary(summary, {}, 'UTC').find(({ figure }) => figure === 'questions.0.nps.detractors');
 * // { figure: …, of: 'responses', count: 3, filter: { figure: { question: 'score', values: ['0', … '6'] } }, … }
 */
export function explainSummary(summary: Summary, scope: Period, zone: string): ExplainedFigure[] {
	const within = (from: string, to: string) => cutPeriod(scope, from, to, zone);
	const figures: Figures = {
		...explainTotals(summary),
		...Object.fromEntries(
			summary.questions.flatMap((question, at) =>
				prefix(`questions.${at}.`, explainQuestion(question, within)),
			),
		),
		...explainDays(summary, within),
	};
	return Object.entries(figures).map(([figure, explained]) => ({ figure, ...explained }));
}

function explainTotals(summary: Summary): Figures {
	const { displays, unconfirmed, dismissed, answered, responses, final } = summary;
	const shown = (figure: DisplayFigure, count: number, share_of: string | null = null) => ({
		of: 'displays' as const,
		count,
		filter: { figure },
		share_of,
	});
	return {
		displays: shown('displays', displays),
		unconfirmed: shown('unconfirmed', unconfirmed),
		dismissed: shown('dismissed', dismissed),
		answered: shown('answered', answered),
		...(summary.response_rate && { response_rate: shown('answered', answered, 'displays') }),
		...(summary.time_to_answer && {
			time_to_answer: shown('timed', summary.time_to_answer.answers),
		}),
		responses: { of: 'responses', count: responses, filter: {}, share_of: null },
		final: { of: 'responses', count: final, filter: { final: true }, share_of: null },
	};
}

type Within = (from: string, to: string) => Period;
type Part = Omit<ResponseFigure, 'question' | 'as'>;

function explainQuestion(question: Question, within: Within): Figures {
	const { type, counts, shares, nps, mean, top_two: satisfied, scale } = question;
	const figure = (part: Part): ResponseFigure => ({ ...identify(question), ...part });
	const given = (count: number, part: Part, period: Period = {}) => ({
		of: 'responses' as const,
		count,
		filter: { ...period, figure: figure(part) },
		share_of: null,
	});
	const chosen = (values: string[]) =>
		given(
			values.reduce((sum, value) => sum + (counts[value] ?? 0), 0),
			{ values },
		);
	const range = listScores(question);
	const least = scale === null ? undefined : satisfiedFrom(scale);
	const most =
		type === 'nps' ? npsGroups.detractors.to : scale === null ? undefined : lowestTo(scale);
	return {
		reached: given(question.reached, { was: 'reached' }),
		answered: given(question.answered, { was: 'answered' }),
		skipped: given(question.skipped, { was: 'skipped' }),
		...fromEntries(Object.entries(counts), (value) => [`counts.${value}`, chosen([value])]),
		...fromEntries(Object.entries(shares), (value) => [
			`shares.${value}`,
			{ ...chosen([value]), share_of: 'answered' },
		]),
		...(mean && { mean: chosen(range) }),
		...(nps && {
			nps: chosen(range),
			...fromEntries(Object.entries(npsGroups), (group, { from, to }) => [
				`nps.${group}`,
				{ ...chosen(range.filter((score) => +score >= from && +score <= to)), share_of: 'nps' },
			]),
		}),
		...(satisfied &&
			least !== undefined && {
				top_two: { ...chosen(range.filter((score) => +score >= least)), share_of: 'mean' },
			}),
		...(most !== undefined && {
			lowest: { ...chosen(range.filter((score) => +score <= most)), share_of: 'answered' },
		}),
		...fromEntries(Object.entries(question.wordings), (at, { title, answered }) => [
			`wordings.${at}.answered`,
			given(answered, { was: 'answered', title }),
		]),
		...Object.fromEntries(
			question.trend.flatMap((point, at) => {
				const period = within(point.from, point.to);
				const all = given(point.answers, { was: 'answered' }, period);
				return prefix(`trend.${at}.`, {
					answers: all,
					...(point.score && { score: all }),
					...fromEntries(Object.entries(point.counts), (value, count) => [
						`counts.${value}`,
						given(count, { values: [value] }, period),
					]),
				});
			}),
		),
	};
}

function explainDays({ trend, questions }: Summary, within: Within): Figures {
	// The first one is drawn by day.
	const nps = questions.find(({ type }) => type === 'nps');
	return Object.fromEntries(
		trend.flatMap((day, at) => {
			const period = within(day.day, day.day);
			const scored = (from: number, to: number, count: number) => ({
				of: 'responses' as const,
				count,
				filter: {
					...period,
					figure: { ...identify(nps!), values: listScores(nps!).slice(from, to + 1) },
				},
				share_of: null,
			});
			return prefix(`trend.${at}.`, {
				displays: {
					of: 'displays',
					count: day.displays,
					filter: { ...period, figure: 'displays' },
					share_of: null,
				},
				responses: { of: 'responses', count: day.responses, filter: period, share_of: null },
				...(nps && {
					nps: scored(0, 10, day.promoters + day.passives + day.detractors),
					...fromEntries(Object.entries(npsGroups), (group, { from, to }) => [
						group,
						scored(from, to, day[group as keyof typeof npsGroups]),
					]),
				}),
			});
		}),
	);
}

/** The question, and a version that asks it: other versions may ask with another type, scale or options. */
function identify({ id, revisions, variants }: Question): Pick<ResponseFigure, 'question' | 'as'> {
	return { question: id, as: [revisions[0], ...variants.slice(0, 1)].join(' ') };
}

function listScores({ type, scale }: Question): string[] {
	const [from, to] = type === 'nps' ? [0, 10] : [1, scale ?? 0];
	return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
}

/** The days from one to another, in the site's time zone, as far as they are in the period. */
function cutPeriod({ since, until }: Period, from: string, to: string, zone: string): Period {
	const [start, end] = [dayStart(from, zone), dayStart(shiftDay(to, 1), zone)];
	return {
		since: since !== undefined && Date.parse(since) >= Date.parse(start) ? since : start,
		until: until !== undefined && Date.parse(until) < Date.parse(end) ? until : end,
	};
}

function prefix(start: string, figures: Figures): [string, Figures[string]][] {
	return Object.entries(figures).map(([path, { share_of: whole, ...explained }]) => [
		`${start}${path}`,
		{ ...explained, share_of: whole === null ? null : `${start}${whole}` },
	]);
}

function fromEntries<Value>(
	entries: [string, Value][],
	explain: (key: string, value: Value) => [string, Figures[string]],
): Figures {
	return Object.fromEntries(entries.map(([key, value]) => explain(key, value)));
}
