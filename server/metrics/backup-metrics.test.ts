import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';

import { setBackupState } from '../backup/backup-state.ts';
import { measureBackups } from './backup-metrics.ts';

afterEach(() => setBackupState(undefined));

test('regular backups are measured by the server that makes them; without any, the last success is zero', async () => {
	const registry = new Registry();
	const collect = measureBackups(registry);
	await collect();
	expect(await registry.metrics()).not.toMatch(/^feedback_backup_last_success\S+ \d/m);
	setBackupState({ everyHours: 24, lastSuccess: undefined, failures: 2 });
	await collect();
	await collect();
	const text = await registry.metrics();
	expect(text).toMatch(/^feedback_backup_last_success_timestamp_seconds 0$/m);
	expect(text).toMatch(/^feedback_backup_interval_seconds 86400$/m);
	expect(text).toMatch(/^feedback_backup_failures_total 2$/m);
	setBackupState({ everyHours: 24, lastSuccess: new Date(1_700_000_000_000), failures: 0 });
	await collect();
	expect(await registry.metrics()).toMatch(
		/^feedback_backup_last_success_timestamp_seconds 1700000000$/m,
	);
});
