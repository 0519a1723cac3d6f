/**
 * Formats a share from 0 to 1.
 *
 * @example
 * formatPercent(0.333); // '33%'
 */
export const formatPercent = (share: number): string => `${Math.round(share * 100)}%`;

/**
 * Formats `part` of `all` as a percentage, or as a dash if `all` is 0.
 *
 * @example
 * formatRate(1, 3); // '33%'
 */
export const formatRate = (part: number, all: number): string =>
	all === 0 ? '–' : formatPercent(part / all);
