import { expect, it } from 'vitest';

import { formatDate, formatDay, formatDayOf, formatMoment, formatSecond } from './format-moment.ts';

const everyMonth = Array.from(
	{ length: 12 },
	(_, month) => new Date(2026, month, 3 + month, 4, 5, 6),
);
const inBritain = (at: Date, options: Intl.DateTimeFormatOptions) =>
	new Intl.DateTimeFormat('en-GB', options).format(at);

it.each(everyMonth)('formats %s as the browser does in British English', (at) => {
	const text = at.toISOString();
	const dateStyle = 'medium';
	expect(formatMoment(text)).toBe(inBritain(at, { dateStyle, timeStyle: 'short' }));
	expect(formatSecond(text)).toBe(inBritain(at, { dateStyle, timeStyle: 'medium' }));
	expect(formatDate(text)).toBe(inBritain(at, { dateStyle }));
	const day = inBritain(at, { day: 'numeric', month: 'short' });
	expect(formatDayOf(text)).toBe(day);
	expect(formatDay(text.slice(0, 10))).toBe(
		inBritain(at, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
	);
});
