import { joinOr } from '../join-or.ts';
import type { DisplayFigure, RateFigure, ResponseFigure } from '../routes/figure.ts';
import { npsGroups } from '../statistics/measures.ts';

const ofDisplays: Record<Exclude<DisplayFigure, RateFigure>, string> = {
	displays: 'All displays, confirmed or not.',
	unconfirmed: 'Displays that no browser has confirmed.',
	dismissed: 'Displays that were closed without an answer.',
	postponed: 'Displays that visitors postponed.',
	answered: 'Displays that have a response.',
	timed: 'Displays whose time to the first answer is known.',
};

type Counted = { final?: boolean | undefined; figure?: ResponseFigure | DisplayFigure | undefined };

/**
 * Says in one sentence what a figure counts, of the displays or responses that meet the filter of the results.
 *
 * @param title text of the question, for a figure of a question
 * @example
 * describeFigure({ figure: { question: 'score', values: ['9', '10'] } }, 'Would you recommend us?');
 * // 'Responses that answered “Would you recommend us?” with 9 or 10.'
 */
export function describeFigure({ final, figure }: Counted, title?: string): string {
	if (figure === undefined) return final ? 'Final responses.' : 'Responses, final and partial.';
	if (typeof figure === 'string') return ofDisplays[figure];
	if ('by' in figure) return describeGroup(figure);
	if (figure.question === undefined) {
		return `${final ? 'Final responses' : 'Responses'} with at least one answer.`;
	}
	const asked = `“${figure.title ?? title ?? figure.question}”`;
	if (figure.values) return `Responses that answered ${asked} with ${writeValues(figure.values)}.`;
	if (figure.repeated) return describeRepeated(figure.repeated, asked);
	switch (figure.was) {
		case 'skipped':
			return `Responses that continued from ${asked} without an answer.`;
		case 'reached':
			return `Responses that reached ${asked}.`;
		default:
			return `Responses that answered ${asked}.`;
	}
}

function describeRepeated(
	repeated: NonNullable<ResponseFigure['repeated']>,
	asked: string,
): string {
	const people = `people who gave ${asked} more than one score`;
	switch (repeated) {
		case 'first':
			return `The first responses of ${people}.`;
		case 'latest':
			return `The latest responses of ${people}.`;
		case 'same':
			return `The latest responses of ${people}, the latest the same as the first.`;
		default:
			return `The latest responses of ${people}, the latest ${repeated} than the first.`;
	}
}

function describeGroup({ by, group, rest, answered }: RateFigure): string {
	const shown = answered ? 'Displays with a response' : 'Displays';
	if (by === 'hour') return `${shown} from ${writeHour(group)}.`;
	if (by === 'audience') return `${shown} to the audience “${group}”.`;
	const what = by.startsWith('trait:') ? `trait “${by.slice('trait:'.length)}”` : by;
	if (rest) return `${shown} whose ${what} is not listed.`;
	return group === null || group === undefined
		? `${shown} whose ${what} is unknown.`
		: `${shown} whose ${what} is “${group}”.`;
}

function writeHour(hour: string | null | undefined): string {
	const write = (one: number) => `${String(one).padStart(2, '0')}:00`;
	return `${write(Number(hour))} to ${write(Number(hour) + 1)}`;
}

function writeValues(values: readonly string[]): string {
	const [from, to] = [Number(values[0]), Number(values.at(-1))];
	const isRange = values.length > 2 && values.every((value, at) => value === String(from + at));
	const written = isRange
		? `${from} to ${to}`
		: joinOr(values.map((value) => (value === '(other)' ? '“other”' : value)));
	const group = Object.entries(npsGroups).find(
		([, scores]) => scores.from === from && scores.to === to,
	);
	return group ? `${written} (${group[0]})` : written;
}
