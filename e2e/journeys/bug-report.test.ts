// A visitor of the example app reports a bug with a picture, which becomes an issue on a server that answers as GitHub.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { launchChromium } from '../../testing/launch-chromium.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';
import { userAgent } from '../../testing/user-agent.ts';
import { loadSecrets } from '../../server/data/secrets.ts';
import { cacheFolder } from '../../server/layout/tree.ts';
import { loginSettings } from '../../server/postgres/database.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import { createPool } from '../../supabase/functions/_shared/pool.ts';
import { sealDestinationSecret } from '../../supabase/functions/_shared/secrets/destination-secret.ts';
import { createKeyring } from '../../supabase/functions/_shared/secrets/keyring.ts';
import { createWorker } from '../../supabase/functions/deliver/create-worker.ts';
import { createService } from '../../supabase/functions/deliver/service.ts';
import { githubToken, openGithub, type TestGithub } from '../../supabase/functions/tests/github.ts';
import { demoSite } from '../../supabase/seed.ts';
import { createDestination } from '../../supabase/tests/destinations.ts';

let stack: Stack;
let browser: Browser;
let github: TestGithub;
let sql: Sql;
let files: string;

beforeAll(async () => {
	// The worker of this test sends to GitHub's stand-in; the stack's own may call nothing outside.
	const environment = { FEEDBACK_DELIVER: '0' };
	// Deno grants no access below /dev, where the temporary folder of tests may be.
	mkdirSync(cacheFolder, { recursive: true });
	files = mkdtempSync(join(cacheFolder, 'files-'));
	[stack, browser, github] = await Promise.all([
		startTestStack({
			parts: ['example'],
			environment,
			files: { environment: { FEEDBACK_FILES: files }, folder: files },
		}),
		launchChromium(),
		openGithub(),
	]);
	sql = postgres(stack.adminUrl, { max: 1, onnotice() {} });
});
afterAll(async () => {
	await sql?.end();
	await browser?.close();
	await github?.close();
	await stack?.stop();
	rmSync(files, { recursive: true, force: true });
});

/** Delivers what is due once, as the worker of the stack would. */
async function deliver(): Promise<void> {
	const secrets = loadSecrets(stack.data);
	const { FEEDBACK_MANAGE_URL: url } = loginSettings(stack.databaseUrl, secrets);
	const pool = createPool(url!, 'deliver', { size: 2 });
	const keyring = createKeyring(secrets.service);
	const { outgoing } = github;
	const service = createService({ sql: pool, keyring, outgoing, dashboardUrl });
	const worker = createWorker(service);
	worker.wake({ thorough: true });
	await worker.idle();
	await worker.drain();
	await pool.end();
}

const dashboardUrl = 'https://feedback.example.com';

async function addRepository(): Promise<void> {
	const id = await createDestination(sql, demoSite.id, {
		kind: 'github',
		name: 'App',
		tracker: { repository: 'acme/app' },
		token: githubToken,
		event_types: ['response.closed'],
	});
	const keyring = createKeyring(loadSecrets(stack.data).service);
	const sealed = await sealDestinationSecret(keyring, demoSite.id, id, 'token', githubToken);
	await sql`update app.destinations set sealed_token = ${Buffer.from(sealed)} where id = ${id}`;
}

it('a bug report with a picture becomes an issue that links to the picture', async () => {
	await addRepository();
	const context = await browser.newContext({ userAgent, reducedMotion: 'reduce' });
	const page = await context.newPage();
	await page.goto(stack.exampleUrl!);
	await page.getByRole('button', { name: 'Report a bug' }).click();
	await page.getByRole('textbox', { name: 'What went wrong?' }).fill('The export is empty');
	await page.getByRole('button', { name: 'Next' }).click();
	await page.getByRole('button', { name: 'Add a picture of this page' }).click();
	await page.getByRole('dialog', { name: 'Check your picture' }).waitFor();
	await page.getByRole('button', { name: 'Use picture', exact: true }).click();
	await page.getByText('Picture added').waitFor();
	await page.getByRole('button', { name: 'Send', exact: true }).click();
	await page.getByText('Thank you!').waitFor();
	await context.close();

	const [response] = await sql<{ id: string; answers: Record<string, string> }[]>`
		select r.display_id as id, r.answers from app.responses r
		join app.prompts p on p.site_id = r.site_id and p.id = r.prompt_id
		where p.survey_id = 'bug-report'`;
	const screenshot = response!.answers['page']!;
	const stored = readFileSync(join(files, 'screenshots', screenshot));
	expect(stored.subarray(8, 12).toString()).toBe('WEBP');
	await deliver();
	const [issue] = github.issues;
	expect(issue!.title).toBe('Bug report: The export is empty');
	const link = `${dashboardUrl}/sites/${demoSite.id}/responses?response=${response!.id}&picture=page`;
	expect(issue!.body).toContain(`[Open](<${link}>)`);
	expect(issue!.body).not.toContain(screenshot);
});
