import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';

import { setArchivingState } from '../backup/archiving-state.ts';
import { measureArchive } from './archive-metrics.ts';

afterEach(() => setArchivingState(undefined));

test('WAL that waits for the backup destination is measured only while archiving runs', async () => {
	const registry = new Registry();
	const collect = measureArchive(registry);
	await collect();
	expect(await registry.metrics()).not.toMatch(/^feedback_archive_waiting_bytes \d/m);
	setArchivingState({
		lastStored: { segment: '000000010000000000000001', at: new Date(1_700_000_000_000) },
		waiting: { segments: 2, bytes: 33_554_432 },
		postgresFailures: 0,
		destinationFailures: 3,
		problem: 'The destination does not answer.',
	});
	await collect();
	await collect();
	const text = await registry.metrics();
	expect(text).toMatch(/^feedback_archive_waiting_bytes 33554432$/m);
	expect(text).toMatch(/^feedback_archive_last_stored_timestamp_seconds 1700000000$/m);
	expect(text).toMatch(/^feedback_archive_destination_failures_total 3$/m);
});
