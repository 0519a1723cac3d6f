import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../../supabase/tests/harness.ts';
import { type Retention, keepRetention } from './retention.ts';

const modes = [
	['directly', false],
	['through a pooler in transaction mode', true],
] as const;

describe.each(modes.filter(([, pooled]) => !pooled || inject('pooler')))(
	'two servers on a database, connected %s,',
	(_, pooled) => {
		let database: TestDatabase;
		let servers: Retention[];
		const lines: string[] = [];
		beforeAll(async () => {
			database = await createDatabase();
			const url = database.url('postgres', pooled);
			const start = () => keepRetention(url, (line) => lines.push(line));
			servers = [await start(), await start()];
		});
		afterAll(async () => {
			await Promise.all(servers.map((server) => server.stop()));
			await database.close();
		});

		const working = async () =>
			(
				await database.admin`select pid from pg_stat_activity where datname = ${database.name}
					and wait_event_type = 'Lock' and query like '%app.maintain(%'`
			).map(({ pid }) => pid as number);

		it('run maintenance when they start', async () => {
			for (const server of servers) {
				await expect.poll(() => server.run(), { timeout: 20_000 }).toBe(true);
			}
		});

		it('run maintenance one at a time', async () => {
			const before = servers[1]!.finishedAt();
			let first: Promise<boolean> | undefined;
			await database.admin.begin(async (sql) => {
				await sql`lock table app.displays in access exclusive mode`;
				first = servers[0]!.run();
				await expect.poll(working, { timeout: 20_000 }).toHaveLength(1);
				expect(await servers[1]!.run()).toBe(false);
			});
			expect(await first).toBe(true);
			expect(servers[1]!.finishedAt()).toEqual(before);
			expect(await servers[1]!.run()).toBe(true);
			expect(lines).toEqual([]);
		});

		it('continue when the server that runs maintenance has lost its connections', async () => {
			await database.admin.begin(async (sql) => {
				await sql`lock table app.displays in access exclusive mode`;
				const first = servers[0]!.run();
				await expect.poll(working, { timeout: 20_000 }).toHaveLength(1);
				await sql`select pg_terminate_backend(pid) from pg_stat_activity
					where datname = ${database.name} and usename = 'postgres'`;
				expect(await first).toBe(false);
			});
			expect(lines.join()).toContain('Retention failed and is tried again in ten minutes');
			await expect.poll(() => servers[1]!.run(), { timeout: 20_000 }).toBe(true);
		});
	},
);
