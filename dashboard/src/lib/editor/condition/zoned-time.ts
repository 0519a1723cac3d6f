export type DayAndTime = { /** `2026-03-01` */ day: string; /** `09:30` */ time: string };

/**
 * An instant as the clocks of a time zone show it.
 *
 * @example
 * toZone('2026-03-01T08:30:00Z', 'Europe/Vienna'); // { day: '2026-03-01', time: '09:30' }
 */
export function toZone(at: string, zone: string): DayAndTime {
	const words = new Intl.DateTimeFormat('sv-SE', {
		...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
		...{ hour: '2-digit', minute: '2-digit' },
	}).format(readInstant(at));
	const [day, time] = words.split(' ');
	return { day: day!, time: time! };
}

/**
 * The instant at which the clocks of a time zone show this, with the zone's offset. A time that the clocks
 * leave out is taken as one hour later, one that they show twice as the first.
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

/** Minutes by which the clocks of a zone are ahead of UTC at an instant. */
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
 * An instant in a time zone, in words.
 *
 * @example
 * formatInZone('2026-07-01T07:30:00Z', 'Europe/Vienna'); // '1 Jul 2026, 09:30'
 */
export function formatInZone(at: string, zone: string): string {
	return readInstant(at).toLocaleString('en-GB', {
		...{ dateStyle: 'medium', timeStyle: 'short', timeZone: zone },
	});
}

// A browser takes a time without an offset for its own zone's; the service takes it for UTC.
function readInstant(at: string): Date {
	return new Date(/T.*(Z|[+-]\d\d:\d\d)$/.test(at) ? at : at.replace(/(T.*)$/, '$1Z'));
}
