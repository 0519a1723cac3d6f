import { limits } from '@feedback/contract';
import type { Question, RouteOutput } from '@feedback/contract';

import { formatDay } from '#lib/text/format-moment.ts';

type SummaryOutput = RouteOutput<'summarizeResponses'>;
export type QuestionSummary = SummaryOutput['questions'][number] & { type: Question['type'] };
export type Summary = Omit<SummaryOutput, 'questions'> & { questions: QuestionSummary[] };
export type Day = Summary['trend'][number];
export type TrendPoint = QuestionSummary['trend'][number];

/** Identifies a question among those of a summary, and of the next one. */
export function questionKey({ id, revisions, variants }: QuestionSummary): string {
	return `${id} ${revisions[0] ?? 0} ${variants[0] ?? ''}`;
}

/** Below this number of answers, figures are only a hint. */
export const minAnswers = limits.results.leastAnswers;

/** Formats a mean. */
export function formatMean(mean: number): string {
	return mean.toFixed(1);
}

/**
 * Formats the change of a mean, with its sign.
 *
 * @example
 * formatChange(-0.34); // '−0.3'
 */
export function formatChange(change: number): string {
	const digits = Math.abs(change).toFixed(1);
	if (Number(digits) === 0) return digits;
	return change > 0 ? `+${digits}` : `−${digits}`;
}

/**
 * Formats a duration.
 *
 * @example
 * formatSeconds(75); // '1 min 15 s'
 */
export function formatSeconds(seconds: number): string {
	if (seconds < 1) return 'under 1 s';
	const whole = Math.round(seconds);
	if (whole < 60) return `${whole} s`;
	const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
	if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
	return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/**
 * Formats a score with its sign.
 *
 * @example
 * formatNps(-12.4); // '−12'
 */
export function formatNps(score: number): string {
	const rounded = Math.round(score);
	if (rounded === 0) return '0';
	return rounded > 0 ? `+${rounded}` : `−${-rounded}`;
}

/**
 * Formats revision numbers, with ranges.
 *
 * @example
 * formatRevisions([5, 3, 2, 1]); // 'revisions 1–3 and 5'
 */
export function formatRevisions(revisions: readonly number[]): string {
	const ranges: [number, number][] = [];
	for (const revision of [...revisions].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last && last[1] === revision - 1) last[1] = revision;
		else ranges.push([revision, revision]);
	}
	const list = ranges.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
	const word = revisions.length === 1 ? 'revision' : 'revisions';
	return `${word} ${new Intl.ListFormat('en').format(list)}`;
}

/**
 * Formats the days that a point of a trend covers.
 *
 * @example
 * formatDays({ from: '2026-11-14', to: '2026-11-20' }); // '14 Nov – 20 Nov'
 */
export function formatDays({ from, to }: { from: string; to: string }): string {
	return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}
