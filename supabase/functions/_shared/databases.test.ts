// Each request finds its database by what it is about.
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { connect } from '../tests/connections.ts';
import { backendEvent, openEvents } from '../tests/events.ts';
import { openManage } from '../tests/manage.ts';
import { newCaller, newEvent, openSdk } from '../tests/sdk.ts';
import { join as joinWorkspace, signIn } from '../tests/people.ts';
import { openSites, type TestSite, type TestSites } from '../tests/sites.ts';
import type { DatabaseOf, Locator } from './databases.ts';
import { createPool } from './pool.ts';

let sites: TestSites;
let site: TestSite;
const cleanup = new AsyncDisposableStack();
beforeAll(async () => {
	sites = await openSites();
	site = await sites.makeSite();
	cleanup.defer(() => sites.end());
});
afterAll(() => cleanup.disposeAsync());

function record(url: string): { databaseOf: DatabaseOf; locators: Locator[] } {
	const sql = createPool(url, 'located', { size: 1 });
	cleanup.defer(() => sql.end());
	const locators: Locator[] = [];
	const databaseOf: DatabaseOf = (locator) => {
		locators.push(locator);
		return sql;
	};
	return { databaseOf, locators };
}

it('an event is of the site that its public ID names', async () => {
	const { databaseOf, locators } = record(sites.ingestUrl);
	const sdk = openSdk(sites.ingestUrl, { databaseOf });
	cleanup.defer(() => sdk.end());
	const { now } = sdk.clock;
	const events = [newEvent('report.exported', now)];
	const request = { ...newCaller(site.siteId, now), decide: true, events };
	const { status } = await sdk.post('/events', request);
	expect(status).toBe(200);
	expect(locators).toEqual([{ siteId: site.siteId }, { siteId: site.siteId }]);
});

it("a backend's event is of the site that its key names", async () => {
	const manage = openManage(sites.manageUrl);
	cleanup.defer(() => manage.end());
	const owner = await signIn();
	await joinWorkspace(sites.sql, site.workspace, owner);
	const { body } = await manage.ask(owner, 'createSiteKey', { site: site.id, name: 'Backend' });
	const { databaseOf, locators } = record(sites.ingestUrl);
	const events = openEvents(sites.ingestUrl, manage.keyring, { databaseOf });
	cleanup.defer(() => events.end());
	const reported = [backendEvent('account', 'report.exported')];
	const { status } = await events.post(body.secret, { events: reported });
	expect(status).toBe(200);
	expect(locators).toEqual([{ secret: expect.any(Uint8Array) as Uint8Array }, { site: site.id }]);
});

it('the token of a connection is looked up at home', async () => {
	const manage = openManage(sites.manageUrl);
	cleanup.defer(() => manage.end());
	const person = await signIn();
	await joinWorkspace(sites.sql, site.workspace, person);
	const connection = await connect(sites.sql, manage, person, [site.id]);
	await manage.ask(connection, 'listPrompts', { site: site.id });
	expect(new Set(manage.locators().map((locator) => JSON.stringify(locator)))).toEqual(
		new Set(['"home"', JSON.stringify({ site: site.id })]),
	);
});

it('only services open pools', async () => {
	const folder = join(import.meta.dirname, '..');
	const found: string[] = [];
	for await (const path of glob('*/**/*.ts', { cwd: folder })) {
		if (/\.test\.ts$|^tests\//.test(path)) continue;
		if (/\bcreatePool\(/.test(readFileSync(join(folder, path), 'utf8'))) found.push(path);
	}
	// The probe of the sdk function does not touch data.
	const services = ['deliver', 'events', 'manage', 'oauth', 'screenshots', 'sdk'].map(
		(name) => `${name}/service.ts`,
	);
	expect(found.sort()).toEqual(['_shared/pool.ts', ...services, 'sdk/handler.ts'].sort());
});
