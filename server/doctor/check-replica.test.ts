import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDatabase, type TestDatabase } from '../../supabase/tests/harness.ts';
import { type Replicated, startReplicated } from '../../testing/start-replicated.ts';
import { measureReplica } from '../metrics/replica-metrics.ts';
import { checkReplica } from './check-replica.ts';

let databases: Replicated;
let foreign: TestDatabase;
beforeAll(async () => {
	[databases, foreign] = await Promise.all([startReplicated(), createDatabase()]);
}, 240_000);
afterAll(async () => {
	await databases.close();
	await foreign.close();
});

const primary = () => databases.url('postgres');
const replica = () => databases.replicaUrl('postgres');

async function check(replicaUrl: string) {
	const [found] = await checkReplica({
		url: primary(),
		replica_url: replicaUrl,
		cells: {},
		pooled: false,
		pool_size: 8,
	});
	return found;
}

test('a replica without a lag passes, and one that is behind fails', async () => {
	await expect.poll(() => check(replica())).toMatchObject({ ok: true });
	await databases.pauseReplay();
	await databases.admin`create table written_meanwhile ()`;
	const found = await check(replica());
	await databases.resumeReplay();
	expect(found).toMatchObject({ ok: false, message: expect.stringContaining('behind') as string });
});

test.each([
	['itself', primary, 'is a primary'],
	['another server', () => foreign.url('postgres', false), 'is no replica of'],
	['nothing', () => 'postgres://owner:x@127.0.0.1:1/feedback', 'cannot be used'],
])('the URL of %s fails with a fix', async (_, url, message) => {
	expect(await check(url())).toMatchObject({
		ok: false,
		message: expect.stringContaining(message) as string,
		fix: expect.stringMatching(/\w/) as string,
	});
});

test('commits that are acknowledged before they are on disk fail: the replica could miss them', async () => {
	await databases.admin`alter role postgres set synchronous_commit = off`;
	const found = await check(replica());
	await databases.admin`alter role postgres reset synchronous_commit`;
	expect(found).toMatchObject({ ok: false, fix: expect.stringContaining('reset') as string });
});

test('the metrics show the lag of a replica, and that another server is none', async () => {
	const read = async (url: string) => {
		const registry = new Registry();
		const metrics = measureReplica(registry, { primary: primary(), replica: url });
		await metrics.collect();
		await metrics.stop();
		const value = async (name: string) =>
			(await registry.getSingleMetric(name)!.get()).values[0]?.value;
		return {
			up: await value('feedback_replica_up'),
			lag: await value('feedback_replica_lag_bytes'),
		};
	};
	await databases.pauseReplay();
	await databases.admin`create table written_later ()`;
	const behind = await read(replica());
	await databases.resumeReplay();
	expect(behind.up).toBe(1);
	expect(behind.lag).toBeGreaterThan(100);
	expect(await read(primary())).toEqual({ up: 0, lag: undefined });
});
