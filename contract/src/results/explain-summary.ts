import { dayStart, shiftDay } from '../day-start.ts';
import type { DisplayFigure, ResponseFigure } from '../routes/figure.ts';
import type { RouteOutput } from '../routes.ts';
import { lowestTo, npsGroups, satisfiedFrom } from '../statistics/measures.ts';
import { countOf } from './count-of.ts';
import {
	identifyQuestion,
	listExplained,
	listScores,
	prefix,
	type ExplainedFigure,
	type Explanations,
	type Period,
} from './explained-figure.ts';

type Summary = RouteOutput<'summarizeResponses'>;
type Question = Summary['questions'][number];

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
	const figures: Explanations = {
		...explainTotals(summary),
		...Object.fromEntries(
			summary.questions.flatMap((question, at) =>
				prefix(`questions.${at}.`, explainQuestion(question, within)),
			),
		),
		...explainDays(summary, within),
	};
	return listExplained(figures);
}

function explainTotals(summary: Summary): Explanations {
	const { displays, unconfirmed, dismissed, postponed, answered, responses, final } = summary;
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
		postponed: shown('postponed', postponed),
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

function explainQuestion(question: Question, within: Within): Explanations {
	const { type, counts, shares, nps, mean, top_two: satisfied, scale } = question;
	const figure = (part: Part): ResponseFigure => ({ ...identifyQuestion(question), ...part });
	const given = (count: number, part: Part, period: Period = {}) => ({
		of: 'responses' as const,
		count,
		filter: { ...period, figure: figure(part) },
		share_of: null,
	});
	const chosen = (values: string[]) =>
		given(
			values.reduce((sum, value) => sum + countOf(counts, value), 0),
			{ values },
		);
	const range = type === 'nps' || scale !== null ? listScores(scale) : [];
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

function explainDays({ trend, questions }: Summary, within: Within): Explanations {
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
					figure: { ...identifyQuestion(nps!), values: listScores(null).slice(from, to + 1) },
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

/** The days from one to another, in the site's time zone, as far as they are in the period. */
function cutPeriod({ since, until }: Period, from: string, to: string, zone: string): Period {
	const [start, end] = [dayStart(from, zone), dayStart(shiftDay(to, 1), zone)];
	return {
		since: since !== undefined && Date.parse(since) >= Date.parse(start) ? since : start,
		until: until !== undefined && Date.parse(until) < Date.parse(end) ? until : end,
	};
}

function fromEntries<Value>(
	entries: [string, Value][],
	explain: (key: string, value: Value) => [string, Explanations[string]],
): Explanations {
	return Object.fromEntries(entries.map(([key, value]) => explain(key, value)));
}
