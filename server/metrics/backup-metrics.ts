import { Counter, Gauge, type Registry } from 'prom-client';

import { backupState } from '../backup/backup-state.ts';

/**
 * Registers metrics of the regular backups. Returns a function that updates them; without regular backups, they have no
 * values.
 */
export function measureBackups(registry: Registry): () => Promise<void> {
	const registers = [registry];
	const succeeded = new Gauge({
		name: 'feedback_backup_last_success_timestamp_seconds',
		help: 'When the newest backup ended, in seconds since 1970; 0 while none is known.',
		registers,
	});
	const interval = new Gauge({
		name: 'feedback_backup_interval_seconds',
		help: 'How often a backup is to be made.',
		registers,
	});
	const failures = new Counter({
		name: 'feedback_backup_failures_total',
		help: 'Backups that failed.',
		registers,
	});
	return () => {
		for (const gauge of [succeeded, interval]) gauge.remove();
		failures.reset();
		const state = backupState();
		if (!state) return Promise.resolve();
		succeeded.set((state.lastSuccess?.getTime() ?? 0) / 1_000);
		interval.set(state.everyHours * 3_600);
		failures.inc(state.failures);
		return Promise.resolve();
	};
}
