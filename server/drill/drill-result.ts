import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

/** The outcome of the last drill, as the server's metrics and `doctor` read it. */
const resultSchema = z.object({
	/** When it ended. */
	at: z.iso.datetime(),
	ok: z.boolean(),
	/** The backup that was restored; null if it did not get that far. */
	backup: z.string().nullable(),
	/** Everything up to this moment was restored and compared, by this drill or an earlier one; null if by none. */
	restorable_as_of: z.iso.datetime().nullable(),
	tables: z.int(),
	rows: z.int(),
	/** Seconds that the restore took, and the whole drill. */
	restore_seconds: z.number(),
	seconds: z.number(),
	/** Why it failed; null if it did not. */
	problem: z.string().nullable(),
});

export type DrillResult = z.infer<typeof resultSchema>;

const fileOf = (data: string) => join(data, 'drill.json');

/** The result of the last drill; undefined if there was none. */
export function readDrillResult(data: string): DrillResult | undefined {
	try {
		return resultSchema.parse(JSON.parse(readFileSync(fileOf(data), 'utf8')));
	} catch {
		return undefined;
	}
}

export function writeDrillResult(data: string, result: DrillResult): void {
	const next = `${fileOf(data)}.next`;
	writeFileSync(next, `${JSON.stringify(result, null, '\t')}\n`, { mode: 0o600 });
	renameSync(next, fileOf(data));
}
