// Shared, because creating a formatter takes long.
const grouped = new Intl.NumberFormat('en-GB');

/**
 * Formats a number with separators.
 *
 * @example
 * formatNumber(12345); // '12,345'
 */
export const formatNumber = (number: number): string => grouped.format(number);
