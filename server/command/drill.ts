import { DrillNotPossible } from '../drill/drill-not-possible.ts';
import { type DrillResult, readDrillResult, writeDrillResult } from '../drill/drill-result.ts';
import { type Drilled, runDrill } from '../drill/run-drill.ts';
import type { Difference } from '../drill/table-figures.ts';
import { useDatabase } from '../production/use-database.ts';
import { CommandFailure } from './command-failure.ts';
import { openServer, requireBackups } from './open-server.ts';

export type DrillFlags = { folder?: string; json?: true };

/** Restores the newest backup beside the server, compares it, and keeps the result for the metrics. */
export async function drill(file: string | undefined, flags: DrillFlags): Promise<void> {
	const server = openServer(file);
	const { data } = server.config;
	const settings = await requireBackups(server.config, file);
	const ending = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
	const started = performance.now();
	const before = readDrillResult(data)?.restorable_as_of ?? null;
	const toResult = (parts: Partial<DrillResult>): DrillResult => ({
		at: new Date().toISOString(),
		ok: false,
		backup: null,
		restorable_as_of: before,
		tables: 0,
		rows: 0,
		restore_seconds: 0,
		seconds: round((performance.now() - started) / 1_000),
		problem: null,
		...parts,
	});
	const result = await useDatabase(server.config, server, async ({ embedded }) => {
		if (!embedded) throw new CommandFailure(external, { exitCode: 2 });
		try {
			const drilled = await runDrill({
				...settings,
				database: { kind: 'embedded', url: embedded.adminUrl, cluster: embedded.cluster },
				folder: flags.folder ?? data,
				log: (line) => server.log(line),
				signal: ending.signal,
			});
			return toResult(describeDrilled(drilled));
		} catch (error) {
			// A drill that could not begin, or was stopped, says nothing about the backups.
			if (error instanceof DrillNotPossible || ending.signal.aborted) throw error;
			return toResult({ problem: (error as Error).message });
		}
	});
	writeDrillResult(data, result);
	if (flags.json) console.log(JSON.stringify(result, null, 2));
	else if (result.ok) console.log(summarize(result));
	if (!result.ok) throw new CommandFailure(`The drill failed. ${result.problem}`);
}

const external =
	'Drills are of the embedded database only. Restore an external one to an empty database with feedback-server restore --database-url, or with pgBackRest.';

function describeDrilled(drilled: Drilled): Partial<DrillResult> {
	const { backup, asOf, tables, rows, differences, restoreSeconds } = drilled;
	const ok = differences.length === 0;
	return {
		ok,
		backup,
		tables,
		rows,
		restore_seconds: round(restoreSeconds),
		problem: ok ? null : describe(differences),
		...(ok && { restorable_as_of: asOf }),
	};
}

function summarize({ backup, restorable_as_of, tables, rows, ...took }: DrillResult): string {
	return [
		`Restored ${backup} to ${restorable_as_of}: ${tables} tables with ${rows} rows are the same.`,
		`The restore took ${took.restore_seconds} s, the whole drill ${took.seconds} s.`,
	].join('\n');
}

function describe(differences: readonly Difference[]): string {
	const named = differences
		.slice(0, 5)
		.map(({ table, expected, restored }) => `${table} (${expected} rows, restored ${restored})`);
	const more = differences.length > 5 ? `, and ${differences.length - 5} more` : '';
	return `Tables differ from the server's: ${named.join(', ')}${more}.`;
}

function round(seconds: number): number {
	return Math.round(seconds * 10) / 10;
}
