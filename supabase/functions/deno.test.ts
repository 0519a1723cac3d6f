import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cacheFolder } from '../../server/layout/tree.ts';
import { runFunctions, type FunctionsRun } from '../../server/functions/functions.ts';
import { mintSecret } from './_shared/secrets/keyring.ts';
import { join as joinWorkspace, jwtSecret, signIn } from './tests/people.ts';
import { webpOf } from './tests/pictures.ts';
import { chrome, newCaller, newEvent } from './tests/sdk.ts';
import { openSites, type TestSites } from './tests/sites.ts';
import type { EventsResponse, ScreenshotResponse } from '../../contract/src/wire.ts';

// Tests the production runtime: the real Deno, with the permissions of the local stack.

let sites: TestSites;
let cache: string;
let files: string;
let running: FunctionsRun;
const lines: string[] = [];

beforeAll(async () => {
	sites = await openSites();
	cache = await mkdtemp(join(tmpdir(), 'feedback-deno-'));
	// Deno grants no access below /dev, where the temporary folder of tests may be.
	await mkdir(cacheFolder, { recursive: true });
	files = await mkdtemp(join(cacheFolder, 'files-'));
	running = await runFunctions({
		cache,
		writable: [files],
		onLine: ({ message }) => lines.push(message),
		environment: {
			FEEDBACK_INGEST_URL: sites.ingestUrl,
			FEEDBACK_MANAGE_URL: sites.manageUrl,
			FEEDBACK_SECRET: mintSecret(),
			FEEDBACK_JWT_SECRET: jwtSecret,
			FEEDBACK_API_URL: 'http://127.0.0.1:54321/functions/v1',
			FEEDBACK_DASHBOARD_URL: 'http://127.0.0.1:54323',
			FEEDBACK_PROXY_COUNT: '0',
			FEEDBACK_OUTGOING_HTTPS: '0',
			FEEDBACK_FILES: files,
		},
	});
});

afterAll(async () => {
	await running.stop();
	await sites.end();
	for (const folder of [cache, files]) await rm(folder, { recursive: true, force: true });
});

const url = (path: string) => `http://127.0.0.1:${running.port}${path}`;

describe('under Deno', () => {
	it('every function loads', () => {
		expect(running.failures).toEqual({});
	});

	it('an event is recorded and decided, and its prompt is displayed and answered', async () => {
		const site = (await sites.makeSite()).siteId;
		await sites.publish(site, { survey_id: 'rated', trigger: { events: ['rated'] } });
		const post = async (route: string, body: unknown) => {
			const headers = { 'user-agent': chrome, 'content-type': 'text/plain' };
			const init = { method: 'POST', headers, body: JSON.stringify(body) };
			return (await fetch(url(`/sdk${route}`), init)).json();
		};
		const now = Date.now();
		const reported = await post('/events', {
			...newCaller(site, now),
			events: [newEvent('rated', now)],
			decide: true,
		});
		expect(reported).toMatchObject({ decision: { reason: 'displayed' } });
		const { id: display, secret } = (reported as { decision: { display: Record<string, string> } })
			.decision.display;
		const target = { site, display, secret };
		expect(await post('/display', { ...target, state: 'displayed' })).toMatchObject({
			state: 'displayed',
		});
		const answer = { ...target, seq: 1, final: true, answers: { score: 5 } };
		expect(await post('/answer', answer)).toMatchObject({ response: display, final: true });
	});

	it('its counters have a fixed set of labels, and only the parent can read them', async () => {
		const { counters, pools } = await running.readMeasurements();
		expect(counters).toMatchObject({
			events: { recorded: 1 },
			decisions: { displayed: 1 },
			displays: { displayed: 1 },
			answers: { final: 1 },
		});
		expect(pools['sdk']).toEqual({ size: 8, inUse: 0, waiting: 0 });
		expect((await fetch(url('/metrics'))).status).toBe(404);
	});

	it('a picture is stored in the folder that the process may write to', async () => {
		const site = (await sites.makeSite()).siteId;
		const questions = [{ id: 'page', type: 'screenshot' as const, title: 'A picture?' }];
		await sites.publish(site, { survey_id: 'bug', trigger: { events: ['bug'] }, questions });
		const now = Date.now();
		const reported = await fetch(url('/sdk/events'), {
			method: 'POST',
			headers: { 'user-agent': chrome },
			body: JSON.stringify({
				...newCaller(site, now),
				events: [newEvent('bug', now)],
				decide: true,
			}),
		});
		const { decision } = (await reported.json()) as EventsResponse;
		if (decision?.reason !== 'displayed') throw new Error(`The decision is ${decision?.reason}.`);
		const { id: display, secret } = decision.display;
		const form = new FormData();
		form.set('request', JSON.stringify({ site, display, secret, question: 'page' }));
		form.set('picture', new Blob([webpOf(40, 30)]), 'page.webp');
		const sent = await fetch(url('/screenshots'), { method: 'POST', body: form });
		expect(sent.status).toBe(201);
		const { screenshot } = (await sent.json()) as ScreenshotResponse;
		expect(await readFile(join(files, 'screenshots', screenshot))).toHaveLength(64);
	});

	it('it is ready while the database accepts events from today', async () => {
		expect(await running.isReady()).toBe(true);
		const [today] = await sites.sql`
			select partition::text from app.list_days() where day = (now() at time zone 'UTC')::date`;
		const rename = (from: string, to: string) =>
			sites.sql.unsafe(`alter table app_days.${from} rename to ${to}`);
		const name = String(today!['partition']).replace('app_days.', '');
		await rename(name, 'put_aside');
		expect(await running.isReady()).toBe(false);
		await rename('put_aside', name);
		expect(await running.isReady()).toBe(true);
	});

	it('a person sees only their own sites', async () => {
		const site = await sites.makeSite();
		const person = await signIn();
		await joinWorkspace(sites.sql, site.workspace, person);
		const headers = { authorization: `Bearer ${person.token}` };
		const answer = await fetch(url(`/manage/workspaces/${site.workspace}/sites`), { headers });
		expect(await answer.json()).toMatchObject({ items: [{ id: site.id }] });
		expect((await fetch(url('/manage/whoami'))).status).toBe(401);
	});

	it.each(['example.com', '93.184.216.34'])(
		'a webhook at %s is refused, because outgoing HTTPS is switched off',
		async (host) => {
			const site = await sites.makeSite();
			const person = await signIn();
			await joinWorkspace(sites.sql, site.workspace, person);
			const answer = await fetch(url(`/manage/sites/${site.id}/destinations`), {
				method: 'POST',
				headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
				body: JSON.stringify({
					kind: 'webhook',
					name: 'Backend',
					url: `https://${host}/`,
					event_types: ['response.closed'],
				}),
			});
			expect(await answer.json()).toMatchObject({
				error: {
					field: 'url',
					message: expect.stringContaining(
						'The operator has switched off outgoing HTTPS',
					) as string,
				},
			});
		},
	);

	it('it survives hostile bodies', async () => {
		for (const body of ['['.repeat(10_000), 'x'.repeat(1_000_000), '{"a":"\\u0000"}', '\0']) {
			const answer = await fetch(url('/sdk/events'), { method: 'POST', body });
			expect(answer.status).toBeGreaterThanOrEqual(400);
			expect(answer.status).toBeLessThan(500);
		}
	});

	// The last test, because a warning of the runtime would appear in every terminal.
	it('all of these requests caused no warning', async () => {
		const listed = await fetch(url('/mcp'), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize' }),
		});
		await listed.text();
		await running.stop();
		await setImmediate();
		expect(lines.filter((line) => /Deno|warning|unstable/i.test(line))).toEqual([]);
	});
});
