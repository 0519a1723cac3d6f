import { Counter, Gauge, type Registry } from 'prom-client';

import { archivingState } from '../backup/archiving-state.ts';

/**
 * Registers metrics of the WAL archive. Returns a function that updates them; without archiving, they have no values.
 */
export function measureArchive(registry: Registry): () => Promise<void> {
	const registers = [registry];
	const waiting = new Gauge({
		name: 'feedback_archive_waiting_bytes',
		help: 'WAL that waits on this machine for the destination of backups.',
		registers,
	});
	const stored = new Gauge({
		name: 'feedback_archive_last_stored_timestamp_seconds',
		help: 'When WAL last reached the destination of backups, in seconds since 1970.',
		registers,
	});
	const failures = new Counter({
		name: 'feedback_archive_destination_failures_total',
		help: 'Attempts to store WAL at the destination of backups that failed.',
		registers,
	});
	return () => {
		for (const gauge of [waiting, stored]) gauge.remove();
		failures.reset();
		const state = archivingState();
		if (!state) return Promise.resolve();
		waiting.set(state.waiting.bytes);
		if (state.lastStored) stored.set(state.lastStored.at.getTime() / 1_000);
		failures.inc(state.destinationFailures);
		return Promise.resolve();
	};
}
