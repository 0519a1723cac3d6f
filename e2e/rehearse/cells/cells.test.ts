// Home and cells on separate PostgreSQL servers, while visitors, a connection and sessions use two servers over them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import {
	hashToken,
	mintToken,
} from '../../../supabase/functions/_shared/secrets/connection-token.ts';
import { createKeyring } from '../../../supabase/functions/_shared/secrets/keyring.ts';
import { createSite, publishPrompt, type TestSite } from '../../../supabase/tests/sites.ts';
import { longestGap } from '../gaps.ts';
import { compareAnswers, compareEvents, countDisplays, findWronglyUsed } from './check-stored.ts';
import { type FrontDoor, openFrontDoor } from './front-door.ts';
import { readStoredSecrets } from './read-secrets.ts';
import { type Reading, startReading } from './read-until-revoked.ts';
import { email, type Session, signIn } from './sign-in.ts';
import { type RunningDatabase, startDatabase } from './start-database.ts';
import { type Grants, tryGrants } from './try-grants.ts';
import { type Servers, startServers } from './start-servers.ts';
import { startVisits, type Visits } from './start-visits.ts';

const minutes = Number(process.env['FEEDBACK_CELLS_MINUTES'] ?? 30);
const totalMs = minutes * 60_000;
/** Displays of the prompt with a budget, in each site. It is used up while the load runs, before or after the workspaces move. */
const budget = Math.round(40 + minutes * 10);
const numbers = { home: 0, one: 1, two: 2 } as const;
type Place = keyof typeof numbers;

const folder = mkdtempSync(join(tmpdir(), 'feedback-rehearse-cells-'));
const databases = new Map<string, RunningDatabase>();
const sites: (TestSite & { place: Place })[] = [];
let servers: Servers;
let door: FrontDoor;
let visits: Visits;
let grants: Grants;
let home: RunningDatabase;

const urlsOf = (...names: string[]) =>
	Object.fromEntries(names.map((name) => [name, databases.get(name)!.url]));
const progress = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

beforeAll(async () => {
	for (const name of ['home', 'one', 'two', 'three']) {
		databases.set(name, await startDatabase(folder, name));
	}
	home = databases.get('home')!;
	progress('PostgreSQL servers run');
	servers = await startServers(folder, {
		count: 2,
		databaseUrl: home.url,
		cells: urlsOf('one', 'two'),
	});
	progress('both servers run');
	for (const name of ['one', 'two']) await servers.first().run('cell', 'add', name);
	progress('cells one and two are added');
	door = openFrontDoor(servers.urls);
}, 600_000);

afterAll(async () => {
	await grants?.stop();
	await visits?.stop();
	await servers?.stop();
	await Promise.all(Array.from(databases.values(), (database) => database.close()));
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function makeSite(place: Place, person: string): Promise<void> {
	const { admin } = databases.get(place)!;
	const site = await createSite(admin, {}, { [person]: 'owner' });
	if (place !== 'home') {
		await home.admin`
			insert into app.placed_workspaces (id, cell) values (${site.workspace}, ${numbers[place]})`;
		await home.admin`
			insert into app.placed_sites (id, public_id, workspace) values (${site.id}, ${site.siteId}, ${site.workspace})`;
		await home.admin`select app.reserve_person(${person}, ${numbers[place]}::smallint)`;
	}
	const trigger = { events: ['done'] };
	await publishPrompt(admin, site.id, {
		survey_id: 'budgeted',
		trigger,
		limits: { show: 'once' },
		budget: { displays: budget },
		priority: 10,
	});
	await publishPrompt(admin, site.id, { survey_id: 'always', trigger, limits: { show: 'always' } });
	sites.push({ ...site, place });
}

/** A connection of the person to all sites, of which each cell has its part. */
async function connect(person: string) {
	const keyring = createKeyring(readStoredSecrets(servers.first()).service);
	const token = mintToken('fbt_');
	const [row] = await home.admin<{ id: string }[]>`
		insert into app.connections (person_id, kind, name, host, expires_at, chosen)
		values (${person}, 'mcp', 'Editor', 'editor.example', now() + interval '60 days', true) returning id`;
	const { id } = row!;
	await home.admin`
		insert into app.tokens (connection_id, kind, hash, family, resource, expires_at)
		values (${id}, 'access', ${hashToken(keyring, token)}, ${crypto.randomUUID()},
			${`${servers.urls[0]}/functions/v1/manage`}, now() + interval '24 hours')`;
	for (const { place, workspace, id: site } of sites) {
		const { admin } = databases.get(place)!;
		while ((await admin`select from app.connections where id = ${id}`).length === 0) await wait(50);
		await admin`
			insert into app.connection_sites (connection_id, workspace_id, site_id)
			values (${id}, ${workspace}, ${site})`;
	}
	return { id, person, token };
}

const newSession = () => signIn(servers.first(), home.url, servers.urls[0]!);

/** One site in each database, as they were placed at the beginning. */
const oneOfEach = () =>
	Object.keys(numbers).map((name) => sites.find(({ place }) => place === name)!);

async function startToRead(): Promise<{ session: Session; reading: Reading }> {
	const session = await newSession();
	const reading = startReading(
		door,
		session,
		oneOfEach().map(({ id }) => id),
	);
	await expect.poll(() => reading.allowed).toBeGreaterThan(10);
	return { session, reading };
}

const revoke = ({ id }: Session) => home.admin`delete from identity."session" where "id" = ${id}`;

/** Runs a fault, and measures the longest time without an acknowledged event of a site. */
async function during(fault: string, run: () => Promise<unknown>): Promise<void> {
	const since = performance.now();
	progress(fault);
	await run();
	await untilAllReport();
	const gaps = sites.map(({ siteId, place }, index) => {
		const at = visits.events.filter(({ site }) => site === siteId).map((event) => event.at);
		return `${index < 3 ? place : `${place} (moves)`} ${seconds(longestGap(at, since).ms)}`;
	});
	progress(`${fault}: done; longest time without an event of a site: ${gaps.join(', ')}`);
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

async function expectEnded(what: string, reading: Reading): Promise<void> {
	const { lastMs, late } = await reading.finish();
	progress(`${what}: the last allowed read began ${lastMs} ms later`);
	expect.soft({ what, late }).toEqual({ what, late: 0 });
}

test('nothing is lost, shown beyond limits, used twice or read after a revocation', async () => {
	const first = await signInFirst();
	for (const place of ['home', 'one', 'two', 'home', 'one', 'two'] as const) {
		await makeSite(place, first.person);
	}
	const connection = await connect(first.person);
	const start = performance.now();
	visits = startVisits(
		door,
		sites.map(({ siteId }) => siteId),
	);
	grants = tryGrants({
		door,
		home,
		databases,
		workspaces: sites.slice(3).map(({ workspace }) => workspace),
		connection,
		everyMs: Math.max(4_000, totalMs / 100),
	});
	await expect.poll(() => visits.events.length).toBeGreaterThan(100);
	progress('events are acknowledged');

	await during('a session is revoked', async () => {
		const { session, reading } = await startToRead();
		await revoke(session);
		reading.endsNow();
		await expectEnded('revoked', reading);
	});

	await during('cell one is killed', async () => {
		databases.get('one')!.kill();
		await wait(totalMs / 20);
		await databases.get('one')!.start();
	});

	await during('servers restart, one after the other, with a URL for cell three', () =>
		servers.configure(urlsOf('one', 'two', 'three')),
	);

	await during('cell three is added', () => servers.first().run('cell', 'add', 'three'));

	await during('three workspaces move, and cell two is killed meanwhile', async () => {
		const [, , , atHome, inOne, inTwo] = sites;
		const moving = Promise.all([move(atHome!, 'three'), move(inOne!, 'two'), move(inTwo!, 'home')]);
		const two = databases.get('two')!;
		const begun = () => two.admin`select from app.workspaces where id = ${inOne!.workspace}`;
		await expect.poll(begun, { interval: 20 }).toHaveLength(1);
		two.kill();
		progress('cell two is killed');
		await wait(3_000);
		await two.start();
		await moving;
	});

	await during('replication is cut', async () => {
		const { session, reading } = await startToRead();
		for (const name of ['one', 'two', 'three']) {
			await databases.get(name)!.admin`alter subscription feedback_home disable`;
		}
		await revoke(session);
		reading.endsNow();
		await expectEnded('revoked without replication', reading);
		await wait(totalMs / 20);
		for (const name of ['one', 'two', 'three']) {
			await databases.get(name)!.admin`alter subscription feedback_home enable`;
		}
		const again = await startToRead();
		again.reading.endsNow();
		await revoke(again.session);
		await expectEnded('revoked after it has healed', again.reading);
	});

	await during('home is stopped', async () => {
		const { reading } = await startToRead();
		await home.shutDown();
		reading.endsNow();
		await expectEnded('home stopped', reading);
		await wait(Math.min(300_000, totalMs / 6));
		await home.start();
		const again = await startToRead();
		await revoke(again.session);
		again.reading.endsNow();
		await expectEnded('revoked after home is back', again.reading);
	});

	await wait(Math.max(0, start + totalMs - performance.now()));
	await grants.stop();
	await visits.stop();
	await report();
});

/** Moves a workspace; continues, as an operator does, when a move was interrupted. */
async function move({ workspace }: TestSite, to: string): Promise<void> {
	const tries = 5;
	for (let count = 1; ; count++) {
		try {
			await servers.first().run('workspace', 'move', workspace, to);
			return;
		} catch (error) {
			const said = (error as { stderr?: string }).stderr ?? String(error);
			progress(`a move to ${to} ended: ${said.trim().split('\n').at(-1)}`);
			if (count === tries) throw error;
		}
		await wait(3_000);
	}
}

/** Resolves when an event of each site was acknowledged once more. */
async function untilAllReport(): Promise<void> {
	const now = performance.now();
	for (const { siteId } of sites) {
		await expect
			.poll(() => visits.events.findLast(({ site }) => site === siteId)?.at)
			.toBeGreaterThan(now);
	}
}

async function report(): Promise<void> {
	const all = [...databases.values()];
	const events = visits.events.map(({ id }) => id);
	const displays = await countDisplays(all, ['budgeted']);
	const shownAgain = [...visits.shown.values()].filter(
		(shown) => shown.filter((survey) => survey === 'budgeted').length > 1,
	).length;
	const measured = {
		events: await compareEvents(all, events),
		answers: await compareAnswers(all, visits.answered),
		refusals: [...new Set(visits.refusals)],
		shownAgain: shownAgain + displays.repeated,
		beyondBudget: Math.max(0, displays.most - budget),
		usedTwice: [
			...(await findWronglyUsed(all)),
			...[...grants.used].filter(([, count]) => count > 1).map(([name]) => name),
		],
	};
	const onceUsed = [...grants.used.values()].filter((count) => count === 1).length;
	progress(
		`${events.length} events and ${visits.answered.length} answers acknowledged; ` +
			`${displays.most} displays of at most ${budget}; ${onceUsed} of ${grants.used.size} grants for once seen used`,
	);
	console.log('Other outcomes:', Object.fromEntries(visits.failures));
	console.log('Measured:', measured);
	expect(measured).toEqual({
		events: { lost: 0, duplicates: 0 },
		answers: { lost: 0, duplicates: 0 },
		refusals: [],
		shownAgain: 0,
		beyondBudget: 0,
		usedTwice: [],
	});
	expect(visits.answered.length).toBeGreaterThan(0);
	expect(onceUsed).toBeGreaterThan(0);
}

/** Makes the owner. */
async function signInFirst(): Promise<Session> {
	const link = await servers.first().run('admin', 'owner', '--email', email);
	return signIn(servers.first(), home.url, servers.urls[0]!, link.trim().split('#link=')[1]);
}
