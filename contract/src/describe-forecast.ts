import { formatNumber } from './format-number.ts';
import type { RouteOutput } from './routes.ts';

type Others = NonNullable<RouteOutput<'forecast'>['others']>;

/**
 * Describes how the displays of a prompt change, with the margin of error.
 *
 * @example
 * formatChange(-96, 12); // '−96 ± 12'
 */
export function formatChange(change: number, error: number): string {
	const sign = change > 0 ? '+' : change < 0 ? '−' : '';
	const margin = error > 0 ? ` ± ${formatNumber(error)}` : '';
	return `${sign}${formatNumber(Math.abs(change))}${margin}`;
}

/**
 * Describes the displays that another prompt loses or gains.
 *
 * @example
 * describeChange({ name: 'NPS', change: -96, change_error: 0 }); // '“NPS” loses 96 displays.'
 */
export function describeChange({
	name,
	change,
	change_error: error,
}: Pick<Others['prompts'][number], 'name' | 'change' | 'change_error'>): string {
	if (change === 0 && error === 0) return `“${name}” loses and gains nothing.`;
	if (Math.abs(change) <= error) {
		return `“${name}” may lose or gain up to ${countDisplays(Math.abs(change) + error)}.`;
	}
	const verb = change < 0 ? 'loses' : 'gains';
	const about = error > 0 ? 'about ' : '';
	const margin = error > 0 ? `, give or take ${formatNumber(error)}` : '';
	return `“${name}” ${verb} ${about}${countDisplays(Math.abs(change))}${margin}.`;
}

/**
 * Describes how closely a replay reproduces the displays that were actually reserved.
 *
 * @example
 * describeBacktest({ replayed: 610, error: 40, reserved: 590 }); // 'Check: replaying the prompts that were live gives 610 ± 40 displays; 590 were reserved.'
 */
export function describeBacktest({
	replayed,
	error,
	reserved,
}: Pick<Others['backtest'], 'replayed' | 'error' | 'reserved'>): string {
	const margin = error > 0 ? ` ± ${formatNumber(error)}` : '';
	return `Check: replaying the prompts that were live gives ${formatNumber(replayed)}${margin} displays; ${formatNumber(reserved)} were reserved.`;
}

/**
 * The share of people whose events a forecast examined, in percent. It is rounded down, so that a sample is never 100%.
 *
 * @example
 * formatSample(0.031); // '3%'
 */
export function formatSample(share: number): string {
	return share < 0.01 ? 'less than 1%' : `${Math.floor(Number((share * 100).toPrecision(12)))}%`;
}

function countDisplays(displays: number): string {
	return displays === 1 ? '1 display' : `${formatNumber(displays)} displays`;
}
