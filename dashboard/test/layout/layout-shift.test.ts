// Content does not shift while a page loads, regardless of the order of responses.
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { giveResponses } from '../add-past-responses.ts';
import { connectProgram, listSites, signInByApi } from '../program.ts';
import { openPage, startEnvironment, signIn } from '../environment.ts';
import type { Environment } from '../environment.ts';
import { createVisitor } from '../visitor.ts';

let environment: Environment;
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
/** UUIDs in URLs. */
const ids = { site: '', prompt: '', workspace: '' };

beforeAll(async () => {
	environment = await startEnvironment();
	const { page, context } = await openPage(environment);
	await signIn(page, environment.stack);
	signedIn = await context.storageState();
	await context.close();
	await fill();
});
afterAll(() => environment?.close());

/** Creates data for every list. */
async function fill(): Promise<void> {
	const { stack } = environment;
	const person = await signInByApi(stack);
	const site = (await listSites(person))[0]!;
	const workspace = (await person.whoami()).workspaces[0]!.id;
	const { items } = await person.listPrompts({ site, content: true });
	const poll = items.find(({ survey_id }) => survey_id === 'quick-poll')!;
	Object.assign(ids, { site, workspace, prompt: poll.id });
	await createVisitor(stack, 'ada').report('report.exported', { format: 'pdf' });
	await giveResponses(
		stack,
		'quick-poll',
		[9, 3, 10].map((recommend, at) => ({
			answers: { why: 'It is quick.', recommend },
			daysAgo: at,
			account: `visitor-${at}`,
		})),
	);
	await giveResponses(stack, 'export-experience', [{ answers: { ease: 4, more: 'Slow' } }]);
	await person.invite({ workspace, email: 'grace@example.com', role: 'viewer' });
	await person.createProofKey({ site, alg: 'HS256' });
	const program = await connectProgram(stack, person, 'laptop (linux)');
	await program.createPrompt({ site, content: poll.content! }).catch(() => undefined);
}

const pages = [
	'overview',
	'prompts',
	'prompts/new',
	'prompts/[prompt]/edit',
	'prompts/[prompt]/results',
	'prompts/[prompt]/revisions',
	'events',
	'events/live',
	'events/test',
	'responses',
	'visitors',
	'visitors?account=visitor-1',
	'settings/general',
	'settings/capture',
	'settings/limits',
	'settings/appearance',
	'settings/origins',
	'settings/proof-keys',
	'settings/retention',
	'settings/rate-limits',
].map((path) => `/sites/[site]/${path}`);
const elsewhere = ['/approvals', '/connections', '/welcome'].concat(
	['members', 'ci-tokens', 'audit'].map((path) => `/workspaces/[workspace]/${path}`),
);

/** Extra delay of a response in milliseconds, by the number of earlier requests. */
const orders = {
	'in the order of the questions': (before: number) => 150 * Math.min(before, 8),
	'the other way round': (before: number) => 150 * Math.max(8 - before, 0),
};
const variants = [
	[
		'a desktop',
		'in the order of the questions',
		{ viewport: { width: 1350, height: 940 }, reducedMotion: 'no-preference' },
	],
	['a phone', 'the other way round', { viewport: { width: 412, height: 823 } }],
] as const;

describe.each(variants)('on %s, answered %s', (_, order, options) => {
	let page: Page;
	let consoleErrors: string[];
	let before = 0;
	beforeAll(async () => {
		({ page, consoleErrors } = await openPage(environment, { storageState: signedIn, ...options }));
		await page.addInitScript(watchShifts);
		await page.route('**/functions/**', async (route) => {
			await new Promise((resolve) => setTimeout(resolve, orders[order](before++)));
			// The page may have been closed.
			await route.continue().catch(() => undefined);
		});
	});
	afterAll(() => page.context().close());

	it.each([...pages, ...elsewhere])('%s does not move', async (path) => {
		[before, consoleErrors.length] = [0, 0];
		const address = path.replace(/\[(\w+)\]/g, (_, name: keyof typeof ids) => ids[name]);
		await page.goto(address, { waitUntil: 'networkidle' });
		await page.locator('main h1').waitFor();
		await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
		expect(await page.evaluate('window.shifts')).toEqual([]);
		expect(consoleErrors).toEqual([]);
	});
});

it('results do not move when their scripts come one after another', async () => {
	const { page, context } = await openPage(environment, {
		storageState: signedIn,
		viewport: { width: 1350, height: 940 },
	});
	await page.addInitScript(watchShifts);
	let before = 0;
	await page.route('**/_app/immutable/**', async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 60 * before++));
		await route.continue().catch(() => undefined);
	});
	await page.goto(`/sites/${ids.site}/prompts/${ids.prompt}/results`, { waitUntil: 'networkidle' });
	await page.getByRole('button', { name: 'Export' }).waitFor();
	await page.getByRole('heading', { name: 'Drop-off' }).waitFor();
	expect(await page.evaluate('window.shifts')).toEqual([]);
	await context.close();
});

/** Runs in the page: records layout shifts. */
function watchShifts(): void {
	type Shift = { value: number; sources: { node?: Node; previousRect: Rect; currentRect: Rect }[] };
	type Rect = DOMRectReadOnly;
	const shifts: string[] = [];
	Object.assign(window, { shifts });
	const say = ({ x, y, width, height }: Rect) => [x, y, width, height].map(Math.round).join(' ');
	new PerformanceObserver((list) => {
		for (const { value, sources } of list.getEntries() as unknown as Shift[]) {
			// A relative time may grow by a digit without moving anything else.
			const isTime = ({ node }: Shift['sources'][number]) =>
				(node instanceof Element ? node : node?.parentElement)?.closest('time');
			if (sources.every(isTime)) continue;
			const moved = sources.map(({ node, previousRect, currentRect }) => {
				const what = (node?.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
				return `${what}: ${say(previousRect)} → ${say(currentRect)}`;
			});
			shifts.push(`${value.toFixed(4)} ${moved.join('; ')}`);
		}
	}).observe({ type: 'layout-shift', buffered: true });
}
