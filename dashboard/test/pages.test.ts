import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listSites, signInByApi } from './program.ts';
import { findFaults } from './accessibility.ts';
import { openPage, startEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import type { Storage } from './reusable-pages.ts';
import { createVisitor } from './visitor.ts';

const folder = fileURLToPath(new URL('../src/routes/(signed-in)', import.meta.url));
const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('+page.svelte'))
	.map((file) => `/${file.replace(/\/?\+page\.svelte$/, '')}`)
	.sort();
// These redirect, or need the running sign-in of a program: they have their own tests.
const elsewhere = [
	'/',
	'/authorize/[authorization]',
	'/approvals/[request]',
	'/approvals/destinations/[request]',
];

let environment: Environment;
let signedIn: Storage;
let values: Record<string, string>;
beforeAll(async () => {
	environment = await startEnvironment();
	const person = await signInByApi(environment.stack);
	const [site] = (await listSites(person)) as [string];
	const { workspaces } = await person.whoami();
	await createVisitor(environment.stack, 'user_ada').report('report.exported', { format: 'pdf' });
	await createVisitor(environment.stack, 'user_bob').answer('quick-poll', [
		{ answers: { recommend: 9, why: 'Calm.' }, final: true },
	]);
	const { items: prompts } = await person.listPrompts({ site, limit: 50 });
	const { items: events } = await person.listEvents({ site, limit: 1 });
	const prompt = prompts.find(({ survey_id }) => survey_id === 'quick-poll')!.id;
	const { id: destination } = await person.createDestination({
		...{ site, kind: 'email', name: 'Product team', recipients: ['ada@example.com'] },
		schedule: { every: 'day', hour: 9, time_zone: 'UTC' },
	});
	values = { site, workspace: workspaces[0]!.id, prompt, event: events[0]!.id };
	values = { ...values, destination, kind: 'email', audience: 'pro-plan' };
	signedIn = await storeSignIn(environment.stack);
});
afterAll(() => environment?.close());

describe('a page', () => {
	let opened: Awaited<ReturnType<typeof openPage>>;
	beforeAll(async () => {
		opened = await openPage(environment, { storageState: signedIn });
		// The browser logs violations of our content security policy even if the script handles them.
		await opened.page.addInitScript(() => {
			addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
				console.error(`${violatedDirective} refuses ${blockedURI}`),
			);
		});
	});
	afterAll(() => opened?.context.close());

	it.each(routes.filter((route) => !elsewhere.includes(route)))(
		'%s is accessible, fits, and has a title and one heading',
		async (route) => {
			const { page, consoleErrors } = opened;
			consoleErrors.length = 0;
			await page.goto(route.replace(/\[(\w+)\]/g, (_, name: string) => values[name]!));
			await page.locator('main h1').first().waitFor({ state: 'attached' });
			await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
			expect(await findFaults(page)).toEqual([]);
			await expect.poll(() => page.title()).toMatch(/.+ · Feedback$/);
			expect(await page.locator('main h1').count()).toBe(1);
			expect(consoleErrors).toEqual([]);
		},
	);
});
