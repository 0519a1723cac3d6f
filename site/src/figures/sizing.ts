// What one database carries, computed from recorded figures.
import { limits } from '@feedback/contract';

const daySeconds = 86_400;

/** By `npm run bench sizing`, per event of its mix; on disk with indexes, in the log with and without page images. */
export const perEvent = { bytes: 756, wal: 1_814, walAlone: 1_170 };

/** Microseconds of CPU, in e2e/bench/RESULTS.md: "server" without a prompt, and a display in "ingest". */
export const recorded = { servers: 469, event: 157, display: 2_000 };

/** Bytes of an event alone: `app.events` in "row" of e2e/bench/RESULTS.md. What came of it is kept for longer. */
const eventBytes = 224;

/** Share of events that show a prompt in the mix. */
const shown = 0.2;

/** Microseconds of CPU in Postgres for an event of the mix. */
export const databaseCpu = recorded.event * (1 - shown) + recorded.display * shown;

/** A restore by pgBackRest, in e2e/bench/RESULTS.md under "incremental backup": megabytes per second. */
export const restoreRate = (1_000_000 * 224) / 1e6 / 4.6;

/** Share of a core that is planned with: the rest is for peaks within a second, autovacuum and everything else. */
const usable = 0.5;

const coresFor = (perSecond: number, cpu: number) =>
	Math.ceil((perSecond * cpu) / 1_000_000 / usable);

/** Events a second that so many cores of a database carry. */
export const eventsPerSecond = (cores: number) => (cores * usable * 1_000_000) / databaseCpu;

/** What so many events a day need, kept for as long as possible, if the peak is three times the average. */
export function sizeFor(perDay: number) {
	const average = perDay / daySeconds;
	const highest = average * 3;
	const events = (perDay * limits.event.days * eventBytes) / 1e12;
	const others = (perDay * limits.visitor.days * (perEvent.bytes - eventBytes)) / 1e12;
	return {
		average: Math.round(average),
		highest: Math.round(highest),
		databaseCores: coresFor(highest, databaseCpu),
		serverCores: coresFor(highest, recorded.servers),
		events,
		others,
		walPerDay: (perDay * perEvent.wal) / 1e9,
		walPerSecond: (highest * perEvent.wal) / 1e6,
		restoreHours: hoursToRestore(events + others),
		sites: Math.ceil(highest / limits.rate.most.site.perSecond),
	};
}

/** Hours to restore so many terabytes. */
export const hoursToRestore = (terabytes: number) => (terabytes * 1e6) / restoreRate / 3_600;

/** A number with few digits: `0.4`, `12`, `3,400`. */
export function round(value: number): string {
	const [maximumFractionDigits, maximumSignificantDigits] = value < 10 ? [1, 2] : [0, 3];
	return value.toLocaleString('en', { maximumFractionDigits, maximumSignificantDigits });
}
