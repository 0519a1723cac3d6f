// Measurements by fault, for the table at the end of the rehearsals.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Environment variable with the path of the file, set by `npm run rehearse`. */
export const faultRowsVariable = 'FEEDBACK_FAULT_ROWS';

export type FaultRow = {
	fault: string;
	/** Acknowledged events that are not stored. */
	lost: number;
	/** The number of surplus rows of acknowledged events that are stored more than once. */
	duplicates: number;
	/** Longest time without an acknowledged event, in milliseconds. */
	unavailableMs: number;
	/**
	 * Milliseconds from the end of the cause to the first acknowledged event, if the service was not available at that
	 * time.
	 */
	recoveryMs?: number | undefined;
};

/** Prints a row, and stores it for the table of `npm run rehearse`. */
export function recordFault(row: FaultRow): void {
	console.log(formatRow(row));
	const file = process.env[faultRowsVariable];
	if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** The table of all rows in a file, after an empty line; an empty string if there are no rows. */
export function formatFaults(file: string): string {
	if (!existsSync(file)) return '';
	const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean);
	const lines = rows.map((line) => formatRow(JSON.parse(line) as FaultRow));
	return [
		'\n| Injected fault | Lost | Duplicates | Unavailable | Recovery |',
		'| - | - | - | - | - |',
		...lines,
	].join('\n');
}

function formatRow({ fault, lost, duplicates, unavailableMs, recoveryMs }: FaultRow): string {
	const recovery = recoveryMs === undefined ? '–' : inSeconds(recoveryMs);
	return `| ${fault} | ${lost} | ${duplicates} | ${inSeconds(unavailableMs)} | ${recovery} |`;
}

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
