// An approximation of hosted Supabase: each function in a separate process, with limits, on PostgreSQL 17
// through PgBouncer with TLS required.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Client, createClient } from '@feedback/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { openEditor } from '../../../mcp/test/editor.ts';
import { completeDatabase, loginSettings } from '../../../server/postgres/database.ts';
import { mintSecret } from '../../../supabase/functions/_shared/secrets/keyring.ts';
import { chrome, newCaller, newEvent } from '../../../supabase/functions/tests/sdk.ts';
import {
	type DebianPostgres,
	password,
	poolerStatements,
	startDebianPostgres,
} from './debian-postgres.ts';
import { type HostedFunctions, startHostedFunctions } from './hosted-functions.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-hosted-'));
const logins = { ingest: password, manage: password, identity: password };
let debian: DebianPostgres;
let hosted: HostedFunctions;
let person: Client;
let site: { id: string; site_id: string };

beforeAll(async () => {
	debian = await startDebianPostgres();
	await debian.run(
		'postgres',
		`create role owner login createrole password '${password}'; create database with_cron owner owner`,
	);
	await debian.run('with_cron', 'create extension pg_cron; grant usage on schema cron to owner');
	const url = debian.url('owner', 'with_cron', 'pooler');
	await debian.run('with_cron', poolerStatements);
	await completeDatabase(url, logins);
	await debian.run('with_cron', "update cron.job set schedule = '2 seconds'");
	const runs = () => debian.run('with_cron', 'select distinct status from cron.job_run_details');
	await vi.waitFor(async () => expect(await runs()).toContain('succeeded'), 60_000);
	hosted = await startHostedFunctions({
		cache: join(folder, 'deno'),
		environment: {
			...loginSettings(url, logins),
			FEEDBACK_SECRET: mintSecret(),
			FEEDBACK_DASHBOARD_URL: 'https://feedback.example.com',
			FEEDBACK_POOL_SIZE: '2',
		},
	});
	const token = await hosted.signIn();
	person = createClient({ apiUrl: hosted.apiUrl, token: () => Promise.resolve(token) });
});

afterAll(async () => {
	await hosted?.stop();
	await debian?.machine.remove();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function post(route: string, body: unknown): Promise<Record<string, unknown>> {
	const response = await fetch(`${hosted.apiUrl}/sdk/${route}`, {
		method: 'POST',
		headers: { 'user-agent': chrome, 'content-type': 'text/plain' },
		body: JSON.stringify(body),
	});
	return (await response.json()) as Record<string, unknown>;
}

test('a person creates a site and publishes a prompt: manage', async () => {
	const workspace = await person.createWorkspace({ name: 'Acme' });
	site = await person.createSite({ workspace: workspace.id, name: 'Reports' });
	const { id: prompt, revision } = await person.createPrompt({
		site: site.id,
		content: {
			survey_id: 'ease',
			name: 'Ease',
			questions: [{ id: 'ease', type: 'rating', title: 'How easy was it?' }],
			trigger: { events: ['report.exported'] },
		},
	});
	await person.publishPrompt({ site: site.id, prompt, revision });
});

test('a visitor is asked and answers: sdk', async () => {
	const now = Date.now();
	const reported = await post('events', {
		...newCaller(site.site_id, now),
		events: [newEvent('report.exported', now)],
		decide: true,
	});
	expect(reported).toMatchObject({ decision: { reason: 'displayed' } });
	const { display } = reported['decision'] as { display: { id: string; secret: string } };
	const target = { site: site.site_id, display: display.id, secret: display.secret };
	expect(await post('display', { ...target, state: 'displayed' })).toMatchObject({
		state: 'displayed',
	});
	const answer = { ...target, seq: 1, final: true, answers: { ease: 5 } };
	expect(await post('answer', answer)).toMatchObject({ final: true });
	expect((await person.listResponses({ site: site.id })).items).toHaveLength(1);
});

test('an agent signs in with the person’s consent, and calls a tool: oauth and mcp', async () => {
	const editor = await openEditor(
		{
			async authorize(address) {
				const sent = await fetch(address, { redirect: 'manual' });
				const authorization = new URL(sent.headers.get('location')!).pathname.split('/').at(-1)!;
				// Open the request as the dashboard does: the person who opens it may decide on it.
				await person.getAuthorization({ authorization });
				const { redirect } = await person.approveAuthorization({ authorization, sites: [site.id] });
				return new URL(redirect);
			},
		},
		{ apiUrl: hosted.apiUrl },
	);
	expect(await editor.read('whoami')).toMatchObject({
		kind: 'connection',
		connection: { sites: [site.id] },
	});
	await editor.close();
});

test('each function stays within the memory of a hosted worker, with limits that apply', () => {
	const peaks = hosted.peakMemory();
	console.log(`Peak memory of each function in MB: ${JSON.stringify(peaks)}.`);
	for (const peak of Object.values(peaks)) expect(peak).toBeLessThan(256);
	for (const name of ['sdk', 'manage', 'mcp', 'oauth'] as const) {
		expect(hosted.limitsOf(name)).toMatch(/^Max data size +1073741824 /m);
		expect(hosted.limitsOf(name)).toMatch(/^Max open files +1024 /m);
	}
});
