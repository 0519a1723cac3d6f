import type { Question, RouteOutput } from '@feedback/contract';

type SummaryOutput = RouteOutput<'summarizeResponses'>;
export type QuestionSummary = SummaryOutput['questions'][number] & { type: Question['type'] };
export type Summary = Omit<SummaryOutput, 'questions'> & { questions: QuestionSummary[] };
export type Day = Summary['trend'][number];

/** Below this number of answers, figures are only a hint. */
export const minAnswers = 30;

const whole = new Intl.NumberFormat('en-GB');

export function formatCount(count: number): string {
	return whole.format(count);
}

/**
 * Formats a percentage, or a dash without data.
 *
 * @example
 * formatShare(1, 3); // '33 %'
 */
export function formatShare(part: number, all: number): string {
	return all === 0 ? '–' : `${Math.round((part / all) * 100)} %`;
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

export type NpsPoint = {
	/** First and last day. */
	from: string;
	to: string;
	answers: number;
	value: number;
	low: number;
	high: number;
};

const spans = [1, 7, 14, 28];

/**
 * The Net Promoter Score over time, in periods long enough for most of them to have enough answers. Periods with
 * fewer are left out. Empty if fewer than three remain.
 */
export function readNpsTrend(days: Day[]): NpsPoint[] {
	for (const span of spans) {
		const points = cutSpans(days, span);
		const enough = points.filter(({ answers }) => answers >= minAnswers);
		if (enough.length >= 3 && enough.length >= points.length / 2) return enough;
	}
	return [];
}

// From the end, so that the newest period is complete.
function cutSpans(days: Day[], span: number): NpsPoint[] {
	const points: NpsPoint[] = [];
	for (let end = days.length; end > 0; end -= span) {
		const part = days.slice(Math.max(0, end - span), end);
		const point = measure(part);
		if (point.answers > 0) points.unshift(point);
	}
	return points;
}

/** Like the service's own estimate: an adjusted Wald with three answers added (Rocks 2016). */
function measure(days: Day[]): NpsPoint {
	const sum = (count: (day: Day) => number) => days.reduce((all, day) => all + count(day), 0);
	const promoters = sum((day) => day.promoters);
	const detractors = sum((day) => day.detractors);
	const answers = promoters + detractors + sum((day) => day.passives);
	const value = answers === 0 ? 0 : (100 * (promoters - detractors)) / answers;
	const all = answers + 3;
	const [up, down] = [(promoters + 0.75) / all, (detractors + 0.75) / all];
	const half = 100 * 1.959964 * Math.sqrt((up + down - (up - down) ** 2) / all);
	const middle = 100 * (up - down);
	return {
		from: days[0]!.day,
		to: days.at(-1)!.day,
		answers,
		value,
		low: Math.max(-100, Math.min(value, middle - half)),
		high: Math.min(100, Math.max(value, middle + half)),
	};
}

/**
 * Formats a day.
 *
 * @example
 * formatDay('2026-11-20'); // '20 Nov'
 */
export function formatDay(day: string): string {
	return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
		day: 'numeric',
		month: 'short',
		timeZone: 'UTC',
	});
}
