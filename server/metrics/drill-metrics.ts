import { Gauge, type Registry } from 'prom-client';

import { backupState } from '../backup/backup-state.ts';
import { readDrillResult } from '../drill/drill-result.ts';

/**
 * Registers metrics of the last drill, which another process ran. Returns a function that updates them; without regular
 * backups, they have no values.
 */
export function measureDrills(registry: Registry, data: string): () => Promise<void> {
	const registers = [registry];
	const restorable = new Gauge({
		name: 'feedback_drill_restorable_timestamp_seconds',
		help: 'Up to when a drill restored everything, in seconds since 1970; 0 while none did.',
		registers,
	});
	const succeeded = new Gauge({
		name: 'feedback_drill_succeeded',
		help: 'Whether the last drill succeeded; no value while there was none.',
		registers,
	});
	const seconds = new Gauge({
		name: 'feedback_drill_restore_seconds',
		help: 'How long the restore of the last drill took.',
		registers,
	});
	return () => {
		for (const gauge of [restorable, succeeded, seconds]) gauge.remove();
		if (!backupState()) return Promise.resolve();
		const result = readDrillResult(data);
		restorable.set(Date.parse(result?.restorable_as_of ?? '1970-01-01T00:00:00Z') / 1_000);
		if (result) {
			succeeded.set(result.ok ? 1 : 0);
			seconds.set(result.restore_seconds);
		}
		return Promise.resolve();
	};
}
