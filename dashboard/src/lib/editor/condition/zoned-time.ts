export type DayAndTime = { /** `2026-03-01` */ day: string; /** `09:30` */ time: string };

/**
 * Converts an instant to the local time of a time zone.
 *
 * @example
 * toZone('2026-03-01T08:30:00Z', 'Europe/Vienna'); // { day: '2026-03-01', time: '09:30' }
 */
export function toZone(at: string, zone: string): DayAndTime {
	const words = new Intl.DateTimeFormat('sv-SE', {
		timeZone: zone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
	}).format(readInstant(at));
	const [day, time] = words.split(' ');
	return { day: day!, time: time! };
}

/**
 * Converts a local time of a time zone to an instant with its offset. A time that the clocks skip moves one hour later;
 * if the clocks show a time twice, the first instant is used.
 *
 * @example
 * fromZone({ day: '2026-07-01', time: '09:30' }, 'Europe/Vienna'); // '2026-07-01T09:30:00+02:00'
 */
export function fromZone({ day, time }: DayAndTime, zone: string): string {
	const shown = Date.parse(`${day}T${time}:00Z`);
	const offsets = [shown - 86_400_000, shown + 86_400_000].map((at) => offsetMinutes(at, zone));
	const fitting = offsets.find((offset) => offsetMinutes(shown - offset * 60_000, zone) === offset);
	const at = shown - (fitting ?? offsets[0]!) * 60_000;
	return writeInstant(at, offsetMinutes(at, zone));
}

/** Offset of a time zone from UTC at an instant, in minutes. */
function offsetMinutes(at: number, zone: string): number {
	const { day, time } = toZone(new Date(at).toISOString(), zone);
	const minutes = (Date.parse(`${day}T${time}:00Z`) - Math.floor(at / 60_000) * 60_000) / 60_000;
	return Math.round(minutes);
}

function writeInstant(at: number, offset: number): string {
	const local = new Date(at + offset * 60_000).toISOString().slice(0, 19);
	if (offset === 0) return `${local}Z`;
	const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
	const pad = (part: number) => String(part).padStart(2, '0');
	return `${local}${offset < 0 ? '-' : '+'}${pad(hours)}:${pad(minutes)}`;
}

/**
 * Formats an instant in a time zone.
 *
 * @example
 * formatInZone('2026-07-01T07:30:00Z', 'Europe/Vienna'); // '1 Jul 2026, 09:30'
 */
export function formatInZone(at: string, zone: string): string {
	return readInstant(at).toLocaleString('en-GB', {
		dateStyle: 'medium',
		timeStyle: 'short',
		timeZone: zone,
	});
}

// A time without an offset is local time to a browser, but UTC to the service.
function readInstant(at: string): Date {
	return new Date(/T.*(Z|[+-]\d\d:\d\d)$/.test(at) ? at : at.replace(/(T.*)$/, '$1Z'));
}
