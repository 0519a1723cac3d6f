import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listSites, signInByApi } from './program.ts';
import { findBarriers, openPage, openStage, overhang, storeSignIn } from './stage.ts';
import type { Stage, Storage } from './stage.ts';
import { createVisitor } from './visitor.ts';

const folder = fileURLToPath(new URL('../src/routes/(signed-in)', import.meta.url));
const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('+page.svelte'))
	.map((file) => `/${file.replace(/\/?\+page\.svelte$/, '')}`)
	.sort();
// Those lead elsewhere at once, or show what only a running sign-in of a program has: see their own tests.
const elsewhere = ['/', '/authorize/[authorization]', '/approvals/[request]'];

let stage: Stage;
let signedIn: Storage;
let values: Record<string, string>;
beforeAll(async () => {
	stage = await openStage();
	const person = await signInByApi(stage.stack);
	const [site] = (await listSites(person)) as [string];
	const { workspaces } = await person.whoami();
	await createVisitor(stage.stack, 'user_ada').report('report.exported', { format: 'pdf' });
	await createVisitor(stage.stack, 'user_bob').answer('quick-poll', [
		{ answers: { recommend: 9, why: 'Calm.' }, final: true },
	]);
	const { items: prompts } = await person.listPrompts({ site, limit: 50 });
	const { items: events } = await person.listEvents({ site, limit: 1 });
	const prompt = prompts.find(({ survey_id }) => survey_id === 'quick-poll')!.id;
	values = { site, workspace: workspaces[0]!.id, prompt, event: events[0]!.id };
	signedIn = await storeSignIn(stage.stack);
});
afterAll(() => stage?.close());

const looks = [
	['light', { width: 1280, height: 900 }],
	['dark', { width: 390, height: 844 }],
] as const;

describe.each(looks)('in %s at %o', (colorScheme, viewport) => {
	let opened: Awaited<ReturnType<typeof openPage>>;
	beforeAll(async () => {
		opened = await openPage(stage, { colorScheme, viewport, storageState: signedIn });
		// What our own policy refuses is noted by the browser even where the script catches it.
		await opened.page.addInitScript(() => {
			addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
				console.error(`${violatedDirective} refuses ${blockedURI}`),
			);
		});
	});
	afterAll(() => opened?.context.close());

	it.each(routes.filter((route) => !elsewhere.includes(route)))(
		'%s has no barriers, fits, and has a title and one heading',
		async (route) => {
			const { page, complaints } = opened;
			complaints.length = 0;
			await page.goto(route.replace(/\[(\w+)\]/g, (_, name: string) => values[name]!));
			await page.locator('main h1').first().waitFor({ state: 'attached' });
			await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
			expect(await findBarriers(page)).toEqual([]);
			expect(await overhang(page)).toBe(0);
			await expect.poll(() => page.title()).toMatch(/.+ · Feedback$/);
			expect(await page.locator('main h1').count()).toBe(1);
			expect(complaints).toEqual([]);
		},
	);
});
