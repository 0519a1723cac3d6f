import type { DisplayFigure, ResponseFigure } from '../routes/figure.ts';
import { npsGroups } from '../statistics/measures.ts';

const ofDisplays: Record<DisplayFigure, string> = {
	displays: 'All displays, confirmed or not.',
	unconfirmed: 'Displays that no browser has confirmed.',
	dismissed: 'Displays that were closed without an answer.',
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
	const asked = `“${figure.title ?? title ?? figure.question}”`;
	if (figure.values) return `Responses that answered ${asked} with ${writeValues(figure.values)}.`;
	switch (figure.was) {
		case 'skipped':
			return `Responses that continued from ${asked} without an answer.`;
		case 'reached':
			return `Responses that reached ${asked}.`;
		default:
			return `Responses that answered ${asked}.`;
	}
}

const lists = new Intl.ListFormat('en', { type: 'disjunction' });

function writeValues(values: readonly string[]): string {
	const [from, to] = [Number(values[0]), Number(values.at(-1))];
	const isRange = values.length > 2 && values.every((value, at) => value === String(from + at));
	const written = isRange
		? `${from} to ${to}`
		: lists.format(values.map((value) => (value === '(other)' ? '“other”' : value)));
	const group = Object.entries(npsGroups).find(
		([, scores]) => scores.from === from && scores.to === to,
	);
	return group ? `${written} (${group[0]})` : written;
}
