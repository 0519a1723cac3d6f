// Archiving across a crash of Postgres.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { findFreePort } from '../ports/ports.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { tuneForMachine } from '../postgres/tune-for-machine.ts';
import { archivingState } from './archiving-state.ts';
import { startArchiving } from './archiving.ts';
import { openDestination } from './open-destination.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-crash-'));
const cleanup = new AsyncDisposableStack();

afterAll(async () => {
	await cleanup.disposeAsync();
	rmSync(folder, { recursive: true, maxRetries: 5 });
});

test(
	'data written after a crash is archived, even if it does not fill a segment',
	{ ...thorough, timeout: 120_000 },
	async () => {
		const cluster = join(folder, 'postgres');
		const port = await findFreePort();
		const configuration = tuneForMachine({ memory: 256 * 1024 * 1024 });
		const start = () => startPostgres({ data: cluster, port, configuration });
		let running = await start();
		cleanup.defer(() => running.stop());
		const archiving = await startArchiving({
			database: { kind: 'embedded', url: running.url, cluster },
			destination: await openDestination({ to: join(folder, 'destination') }),
			encryptionKey: undefined,
			files: {},
			everyHours: 24,
			segmentSeconds: 1,
		});
		cleanup.defer(() => archiving.stop());
		const sql = connectDatabase(running.url);
		cleanup.defer(() => sql.end());
		/** Writes a record, and resolves to the name of the segment that contains it. */
		const write = async () => {
			const [row] = await sql<{ segment: string }[]>`
			select pg_walfile_name(pg_logical_emit_message(true, 'test', 'a record')) as segment`;
			return row!.segment;
		};
		const isStored = (segment: string) => (archivingState()?.lastStored?.segment ?? '') >= segment;
		const before = await write();
		await expect.poll(() => isStored(before), { timeout: 30_000 }).toBe(true);
		running.killAll();
		await new Promise((resolve) => running.process.once('exit', resolve));
		running = await start();
		const after = await write();
		await expect.poll(() => isStored(after), { timeout: 30_000 }).toBe(true);
	},
);
