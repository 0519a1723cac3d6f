// Measurements by fault, for the table at the end of the rehearsals.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

import { storeFigures } from '../prove/report.ts';

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

/** Prints a row, and stores it for the table of `npm run rehearse` and for `npm run prove`. */
export function recordFault(row: FaultRow): void {
	const { lost, duplicates, unavailableMs, recoveryMs } = row;
	const exactlyNone = (value: number) => ({ value, goal: { exactly: 0 } });
	storeFigures('Injected faults', {
		[row.fault]: {
			lost: exactlyNone(lost),
			duplicates: exactlyNone(duplicates),
			'unavailable, s': tenths(unavailableMs),
			...(recoveryMs !== undefined && { 'recovery, s': tenths(recoveryMs) }),
		},
	});
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

const tenths = (ms: number) => Math.round(ms / 100) / 10;
const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
