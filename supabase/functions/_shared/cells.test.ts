// Events of sites in several databases: home and two cells.
import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../../database/database.ts';
import { createEventBatcher } from '../sdk/event-batcher.ts';
import { type CellName, openSitesInCells, type SitesInCells } from '../tests/cells.ts';
import { backendEvent, openEvents } from '../tests/events.ts';
import { pngOf } from '../tests/pictures.ts';
import { openScreenshots } from '../tests/screenshots.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import type { TestSite } from '../tests/sites.ts';
import { createDatabaseOf, openDirectory } from './databases.ts';
import { createPool } from './pool.ts';
import { hashToken, mintToken } from './secrets/connection-token.ts';
import type { EventsResponse } from '../../../contract/src/wire.ts';

let opened: SitesInCells;
let sdk: TestSdk;
const cleanup = new AsyncDisposableStack();
beforeAll(async () => {
	opened = await openSitesInCells();
	cleanup.defer(() => opened.end());
	sdk = openServer();
}, 240_000);
afterAll(() => cleanup.disposeAsync());

function openPool(url: string): Database {
	const sql = createPool(url, 'cell', { size: 4 });
	cleanup.defer(() => sql.end());
	return sql;
}

type Urls = Record<CellName, string>;

/** A server with the databases as its environment names them. */
function openServer(changed: Partial<Urls> = {}): TestSdk {
	const { home, one, two } = opened.sites;
	const urls: Urls = { home: home.ingestUrl, one: one.ingestUrl, two: two.ingestUrl, ...changed };
	const open = (url: string) => {
		const sql = openPool(url);
		return { sql, report: createEventBatcher(sql) };
	};
	const cells = new Map([
		['one', open(urls.one)],
		['two', open(urls.two)],
	]);
	const server = openSdk(urls.home, { cells });
	cleanup.defer(() => server.end());
	return server;
}

/** A URL at which no database listens. */
function downUrl(url: string): string {
	const down = new URL(url);
	down.port = '1';
	return down.href;
}

async function report(
	server: TestSdk,
	{ siteId }: TestSite,
	name = 'report.exported',
	caller = newCaller(siteId, server.clock.now),
) {
	const { now } = server.clock;
	const events = [newEvent(name, now)];
	const reply = await server.post<EventsResponse>('/events', { ...caller, decide: true, events });
	return { ...reply, caller };
}

const names: CellName[] = ['home', 'one', 'two'];

describe('an event', () => {
	it.each(names)('of a site in %s is recorded there, and nowhere else', async (cell) => {
		const site = await opened.makeSite(cell);
		expect((await report(sdk, site)).status).toBe(200);
		const counts = await Promise.all(names.map((name) => countEvents(name, site)));
		expect(counts).toEqual(names.map((name) => (name === cell ? 1 : 0)));
	});

	it('leads to a prompt, whose display, picture and answer are in the cell of the site', async () => {
		const site = await makeAskingSite('two');
		const target = await ask(sdk, site);
		const cells = new Map([['two', openPool(opened.sites.two.ingestUrl)]]);
		const pictures = openScreenshots(opened.sites.home.ingestUrl, sdk.keyring, {
			databaseOf: createDatabaseOf(openPool(opened.sites.home.ingestUrl), cells),
		});
		cleanup.defer(() => pictures.end());
		const sent = await pictures.send({ ...target, question: 'page' }, pngOf(64, 64));
		expect(sent.status).toBe(201);
		expect(await readAnswers('two', site)).toEqual([]);
		expect((await answer(sdk, target)).status).toBe(200);
		expect(await readAnswers('two', site)).toEqual([{ problem: 'Slow' }]);
		const stored = await opened.sites.two.sql`
			select from app.screenshots where site_id = ${site.id}`;
		expect(stored).toHaveLength(1);
	});

	it('shares its batch with those of its database only', async () => {
		const sites = await Promise.all(
			Array.from({ length: 9 }, (_, n) => opened.makeSite(names[n % 3]!)),
		);
		// All at once, so that they queue for batches.
		const reports = Array.from({ length: 72 }, (_, n) => report(sdk, sites[n % 9]!));
		const replies = await Promise.all(reports);
		expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
		for (const [n, site] of sites.entries()) {
			const counts = await Promise.all(names.map((name) => countEvents(name, site)));
			expect(counts, `site ${n}`).toEqual(names.map((_, at) => (at === n % 3 ? 8 : 0)));
		}
	});

	it('of a site that no database has is refused as without cells', async () => {
		const unknown = { id: '', siteId: 'site_nowhere', workspace: '' };
		const { status, body } = await report(sdk, unknown);
		expect(status).toBe(404);
		expect(body).toMatchObject({ error: { code: 'unknown_site' } });
	});
});

describe("a backend's event", () => {
	it('is recorded in the cell of its site key, and the site is found there', async () => {
		const site = await opened.makeSite('one');
		const key = mintToken('fbs_');
		const hash = hashToken(sdk.keyring, key);
		await opened.placeSecret(site, hash);
		await opened.sites.one.sql`
			insert into app.site_keys (site_id, name, prefix, hash, created_by)
			values (${site.id}, 'Backend', ${key.slice(0, 8)}, ${hash}, gen_random_uuid())`;
		const home = openPool(opened.sites.home.ingestUrl);
		const cells = new Map([['one', openPool(opened.sites.one.ingestUrl)]]);
		const events = openEvents(opened.sites.home.ingestUrl, sdk.keyring, {
			databaseOf: createDatabaseOf(home, cells),
		});
		cleanup.defer(() => events.end());
		const { status } = await events.post(key, { events: [backendEvent('ada', 'invoice.paid')] });
		expect(status).toBe(200);
		expect(await countEvents('one', site)).toBe(1);
		const other = await events.post(mintToken('fbs_'), { events: [] });
		expect(other.error).toMatchObject({ code: 'unauthenticated' });
	});
});

describe('while home is down', () => {
	it('a server that just started asks visitors of cells, which have the directory too', async () => {
		const [inCell, atHome] = [await makeAskingSite('one'), await opened.makeSite('home')];
		const server = openServer({ home: downUrl(opened.sites.home.ingestUrl) });
		const target = await ask(server, inCell);
		expect((await answer(server, target)).status).toBe(200);
		expect(await readAnswers('one', inCell)).toEqual([{ problem: 'Slow' }]);
		expect((await report(server, atHome)).status).toBe(503);
	});

	it('a prompt that waits in a cell is displayed when it is due', async () => {
		const site = await opened.makeSite('one');
		await opened.sites.one.publish(site.siteId, {
			survey_id: 'abandoned',
			trigger: {
				events: ['checkout.started'],
				unless: { events: ['checkout.completed'], within_minutes: 30 },
			},
		});
		const server = openServer({ home: downUrl(opened.sites.home.ingestUrl) });
		const { body, caller } = await report(server, site, 'checkout.started');
		expect(body.decision).toMatchObject({ reason: 'waiting' });
		server.clock.now += 30 * 60_000;
		const later = await report(server, site, 'page.read', caller);
		expect(later.body.decision).toMatchObject({ reason: 'displayed' });
	});
});

describe('while a cell is down', () => {
	it('only its own sites are unavailable', async () => {
		const [up, down] = [await opened.makeSite('one'), await opened.makeSite('two')];
		const server = openServer({ two: downUrl(opened.sites.two.ingestUrl) });
		expect((await report(server, up)).status).toBe(200);
		expect((await report(server, down)).status).toBe(503);
	});

	it('so are those of a cell for which the server has no URL', async () => {
		const site = await opened.makeSite('two');
		const home = openPool(opened.sites.home.ingestUrl);
		const one = openPool(opened.sites.one.ingestUrl);
		const databaseOf = createDatabaseOf(home, new Map([['one', one]]));
		const server = openSdk(opened.sites.home.ingestUrl, { databaseOf });
		cleanup.defer(() => server.end());
		expect((await report(server, site)).status).toBe(503);
	});
});

describe('the directory', () => {
	it('is not asked where there is one database', () => {
		const home = openPool(opened.sites.home.ingestUrl);
		const databaseOf = createDatabaseOf(home);
		expect(databaseOf({ siteId: 'site_anywhere' })).toBe(home);
		expect(databaseOf({ secret: new Uint8Array(32) })).toBe(home);
	});

	it('is asked once for many concurrent events of a site, and once more for its next ones', async () => {
		const site = await opened.makeSite('one');
		let asked = 0;
		const home = createPool(opened.sites.home.ingestUrl, 'cell', {
			size: 2,
			session: { onStatement: () => asked++ },
		});
		cleanup.defer(() => home.end());
		const one = openPool(opened.sites.one.ingestUrl);
		const cells = new Map([['one', one]]);
		const databaseOf = createDatabaseOf(home, cells, openDirectory(home, cells));
		const find = () => databaseOf({ siteId: site.siteId })`select current_database() as name`;
		const found = await Promise.all([find(), find(), find()]);
		expect(found.flat()).toEqual([{ name: 'one' }, { name: 'one' }, { name: 'one' }]);
		expect(await find()).toEqual([{ name: 'one' }]);
		expect(asked).toBe(1);
		expect(limits.cells.lookUpMs).toBeLessThan(limits.request.deadline);
	});
});

/** A site that asks for a problem and a picture when a report is exported. */
async function makeAskingSite(cell: CellName): Promise<TestSite> {
	const site = await opened.makeSite(cell);
	await opened.sites[cell].publish(site.siteId, {
		survey_id: 'bug',
		trigger: { events: ['report.exported'] },
		questions: [
			{ id: 'problem', type: 'long_text', title: 'What went wrong?' },
			{ id: 'page', type: 'screenshot', title: 'A picture of it?' },
		],
	});
	return site;
}

/** The display to which an event of a new visitor leads. */
async function ask(server: TestSdk, site: TestSite) {
	const { decision } = (await report(server, site)).body;
	if (decision?.reason !== 'displayed') throw new Error(`The decision is ${decision?.reason}.`);
	const { id: display, secret } = decision.display;
	return { site: site.siteId, display, secret };
}

const answer = (server: TestSdk, target: Awaited<ReturnType<typeof ask>>) =>
	server.post('/answer', { ...target, seq: 1, final: true, answers: { problem: 'Slow' } });

async function readAnswers(name: CellName, site: TestSite): Promise<unknown[]> {
	const rows = await opened.sites[name].sql<{ answers: unknown }[]>`
		select answers from app.responses where site_id = ${site.id}`;
	return rows.map(({ answers }) => answers);
}

async function countEvents(name: CellName, site: TestSite): Promise<number> {
	const [row] = await opened.sites[name].sql<{ events: number }[]>`
		select count(*)::int as events from app.event_details where site_id = ${site.id}`;
	return row!.events;
}
