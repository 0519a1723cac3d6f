// Shared, because creating a formatter takes long: a list of fifty rows would take a tenth of a second on a slow machine.
const toMinute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const toSecond = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const toDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/**
 * Formats a time in the browser's time zone, to the minute.
 *
 * @example
 * formatMoment('2026-11-20T16:00:00Z'); // '20 Nov 2026, 16:00' in London
 */
export const formatMoment = (at: string): string => toMinute.format(new Date(at));

/** Like `formatMoment`, to the second. */
export const formatSecond = (at: string): string => toSecond.format(new Date(at));

/** The day and the month of a time, such as `20 Nov`. */
export const formatDayOf = (at: string): string => toDay.format(new Date(at));
