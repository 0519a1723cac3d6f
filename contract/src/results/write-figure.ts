import type { PeriodChange } from '../routes/scores.ts';

type Measure = PeriodChange['measure'];

/** Names of the figures that are compared between periods. */
export const measureNames: Record<Measure, string> = {
	nps: 'NPS',
	top_two: 'CSAT',
	share: 'Thumbs up',
	mean: 'CES',
	response_rate: 'Response rate',
};

/**
 * A figure with its sign or unit.
 *
 * @example
 * writeFigure('nps', -12.4); // '−12'
 * writeFigure('top_two', 0.333); // '33%'
 */
export function writeFigure(measure: Measure, value: number): string {
	if (measure === 'mean') return value.toFixed(1);
	if (measure !== 'nps') return `${Math.round(value * 100)}%`;
	const rounded = Math.round(value);
	if (rounded === 0) return '0';
	return rounded > 0 ? `+${rounded}` : `−${-rounded}`;
}
