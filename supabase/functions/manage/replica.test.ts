// Reads on a streaming replica, through the management API of two servers that share no memory.
import { limits, routes, type RouteName } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Replicated, startReplicated } from '../../../testing/start-replicated.ts';
import { readMeasurements } from '../_shared/metrics.ts';
import { createPool } from '../_shared/pool.ts';
import { readFromReplica } from '../_shared/replica.ts';
import { createBuckets } from '../_shared/http/bucket.ts';
import { openManage, type TestManage } from '../tests/manage.ts';
import { join, signIn, type TestPerson } from '../tests/people.ts';
import { openRouteInputs, type RouteInputs } from '../tests/route-inputs.ts';
import { openSites } from '../tests/sites.ts';
import { streamed, transacted } from './operations.ts';

let databases: Replicated;
let opened: RouteInputs;
const cleanup = new AsyncDisposableStack();

beforeAll(async () => {
	databases = await startReplicated();
	const { admin, url } = databases;
	// The databases outlive the sites: both are closed below.
	opened = await openRouteInputs({
		sites: await openSites({ admin, url, close: async () => undefined }),
	});
	cleanup.defer(() => databases.close());
	cleanup.defer(() => opened.end());
}, 240_000);
afterAll(() => cleanup.disposeAsync());

/** A server with a replica, for which it waits as long as a request may take. */
function openServer({
	replicaUrl = databases.replicaUrl('feedback_manage'),
	waitMs = limits.request.deadline as number,
} = {}): TestManage {
	const primary = createPool(opened.sites.manageUrl, 'manage', { size: 4 });
	const replica = createPool(replicaUrl, 'replica', { size: 4 });
	const reads = readFromReplica(primary, replica, { waitMs });
	const server = openManage(opened.sites.manageUrl, {
		keyring: opened.manage.keyring,
		readsOf: () => reads,
		// One person calls everything, which is faster than people may.
		buckets: createBuckets({ perSecond: 1_000, burst: 10_000 }),
	});
	cleanup.defer(async () => {
		await Promise.all([primary.end(), replica.end(), server.end()]);
	});
	return server;
}

/** How often each database answered, or why, while something ran. */
async function countReads<Result>(run: () => Promise<Result>) {
	const before = { ...readMeasurements().counters.replicaReads };
	const result = await run();
	const reads = Object.entries(readMeasurements().counters.replicaReads)
		.map(([outcome, count]) => [outcome, count - (before[outcome] ?? 0)] as const)
		.filter(([, count]) => count > 0);
	return { result, reads: Object.fromEntries(reads) };
}

const marked = Object.entries({ ...transacted, ...streamed }).flatMap(([name, operation]) =>
	operation.reads === 'replica' ? [name as RouteName] : [],
);

/** The tags of the inbox, and which database answered. */
async function readTags(server: TestManage, person: TestPerson) {
	const { status, headers, body } = await server.ask(person, 'getInbox', { site: opened.site.id });
	const names = status === 200 ? body.tags.map(({ name }) => name) : [];
	return { status, from: headers.get('feedback-read-from'), names };
}

const createTag = (server: TestManage, name: string) =>
	server.ask(opened.people.owner, 'createTag', { site: opened.site.id, name });

describe('a replica', () => {
	it.each(marked)('answers %s as the primary does', async (name) => {
		const server = openServer();
		const input = await opened.inputs[name](opened.people.owner);
		const ask = (manage: TestManage) => manage.ask(opened.people.owner, name, input as never);
		const expected = await ask(opened.manage);
		const { result, reads } = await countReads(() => ask(server));
		expect([result.status, withoutTime(result.body)]).toEqual([200, withoutTime(expected.body)]);
		expect(Object.keys(reads)).toEqual(['replica']);
		const isFile = 'stream' in routes[name];
		expect(result.headers.get('feedback-read-from')).toBe(isFile ? null : 'replica');
	});

	it('lets a connection read with its grant, and not without', async () => {
		const server = openServer();
		const reader = await opened.connectReader(opened.people.owner);
		const ask = () => server.ask(reader, 'listResponses', { site: opened.site.id });
		const { result, reads } = await countReads(ask);
		expect([result.status, reads]).toEqual([200, { replica: 1 }]);
		await databases.admin`update app.grants set revoked_at = now() where connection_id = ${reader.id}`;
		expect((await ask()).error.code).toBe('approval_required');
	});

	it('has each change that another server acknowledged before', async () => {
		const [writer, reader] = [openServer(), openServer()];
		for (let number = 0; number < 20; number++) {
			const name = `Seen ${number}`;
			expect((await createTag(writer, name)).status).toBe(200);
			const { names, from } = await readTags(reader, opened.people.owner);
			expect(names).toContain(name);
			expect(from).toBe('replica');
		}
	});

	it('refuses a member with the first read after their removal', async () => {
		const server = openServer();
		const person = await signIn();
		await join(opened.sites.sql, opened.site.workspace, person, 'viewer');
		expect(await readTags(server, person)).toMatchObject({ status: 200, from: 'replica' });
		await databases.admin`delete from app.members where person_id = ${person.id}`;
		expect((await readTags(server, person)).status).toBe(404);
	});

	it('shows a stranger nothing', async () => {
		expect((await readTags(openServer(), opened.people.stranger)).status).toBe(404);
	});

	it('leaves to the primary what only a primary can say, such as whether a cursor is still valid', async () => {
		const server = openServer();
		const { owner } = opened.people;
		const site = opened.site.id;
		const { body } = await server.ask(owner, 'getResponseCursor', { site });
		const { result, reads } = await countReads(() =>
			server.ask(owner, 'exportResponseLines', { site, changed_after: body.cursor }),
		);
		expect(result.status).toBe(200);
		expect(reads).toMatchObject({ refused: 1, replica: expect.any(Number) as number });
	});
});

describe('the primary answers', () => {
	it('while the replica is late, and without waiting for it again and again', async () => {
		const server = openServer({ waitMs: 20 });
		await databases.pauseReplay();
		await createTag(server, 'Not replayed');
		const first = await countReads(() => readTags(server, opened.people.owner));
		const second = await countReads(() => readTags(server, opened.people.owner));
		await databases.resumeReplay();
		for (const { result } of [first, second]) {
			expect(result.from).toBe('primary');
			expect(result.names).toContain('Not replayed');
		}
		expect([first.reads, second.reads]).toEqual([{ late: 1 }, { paused: 1 }]);
		expect((await readTags(openServer(), opened.people.owner)).from).toBe('replica');
	});

	it('when the URL of the replica leads to a primary', async () => {
		const server = openServer({ replicaUrl: opened.sites.manageUrl });
		const { result, reads } = await countReads(() => readTags(server, opened.people.owner));
		expect([result.status, result.from, reads]).toEqual([200, 'primary', { down: 1 }]);
	});

	it('while the replica is down', async () => {
		const server = openServer();
		await databases.stopReplica();
		const { result, reads } = await countReads(() => readTags(server, opened.people.owner));
		expect([result.status, result.from, reads]).toEqual([200, 'primary', { down: 1 }]);
	});
});

/** What a response says apart from when it was read. The entries of an XLSX file have times, but always as many bytes. */
function withoutTime(body: unknown): unknown {
	if (typeof body === 'string') return body.startsWith('PK') ? body.length : body;
	return { ...(body as object), latest: undefined };
}
