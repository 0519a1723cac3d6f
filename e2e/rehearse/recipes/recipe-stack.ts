// A service, a browser and a customer's app, in which the tests try the code and the prompt files of the recipes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createClient } from '@feedback/client';
import type { PromptInput } from '@feedback/contract';
import type { Page } from 'playwright';
import { afterAll, expect, onTestFinished } from 'vitest';
import { parse } from 'yaml';

import { cacheFolder } from '../../../server/layout/tree.ts';
import { builds, buildIfStale } from '../../../server/parts/builds.ts';
import { type Example, readExamples } from '../../../site/test/content-files.ts';
import { fetchToken } from '../../../testing/demo-session.ts';
import { launchChromium } from '../../../testing/launch-chromium.ts';
import { startTestStack } from '../../../testing/start-test-stack.ts';
import { userAgent } from '../../../testing/user-agent.ts';
import { readNotices } from '../../journeys/app.ts';
import { openTerminal, readData, type Terminal } from '../journeys/terminal.ts';
import { startRecipeApp } from './recipe-app.ts';

export type Place = { id: string; site_id: string };

const examples = (await readExamples()).filter(({ place }) => place.startsWith('recipes/'));
await buildIfStale(builds.sdk, () => undefined);
await buildIfStale(builds.command, () => undefined);

export const stack = await startTestStack({
	environment: { FEEDBACK_PRIVATE_NETWORKS: '127.0.0.1' },
});
const browser = await launchChromium();
export const app = await startRecipeApp(stack.apiUrl);
afterAll(async () => {
	await app.stop();
	await browser.close();
	await stack.stop();
});

/** The management client of an owner. */
export const owner = createClient({ apiUrl: stack.apiUrl, token: () => Promise.resolve(token) });
const token = await fetchToken(stack);
const workspace = (await owner.whoami()).workspaces[0]!.id;

export const newSite = (name: string): Promise<Place> => owner.createSite({ workspace, name });

export async function publish(site: Place, content: PromptInput): Promise<string> {
	const { id, revision } = await owner.createPrompt({ site: site.id, content });
	await owner.publishPrompt({ site: site.id, prompt: id, revision });
	return id;
}

/** The blocks of a recipe's page, by title. */
export function openRecipe(name: string) {
	const blocks = examples.filter(({ place }) => place.startsWith(`recipes/${name}.mdx`));
	expect(blocks.length).toBeGreaterThan(0);
	const read = (title: string): Example => blocks.find((block) => block.title === title)!;
	return {
		read,
		yaml: <Value = PromptInput>(title: string) => parse(read(title).code) as Value,
		lines: () =>
			blocks
				.filter(({ language }) => language === 'sh')
				.flatMap(({ code }) => code.split('\n').filter((line) => line !== '')),
		/** A new site on which every prompt of the page is published. */
		async publishAll(): Promise<Place> {
			const site = await newSite(name);
			for (const { code, title } of blocks) {
				if (title.endsWith('.prompt.yaml')) await publish(site, parse(code) as PromptInput);
			}
			return site;
		},
	};
}

export type Recipe = ReturnType<typeof openRecipe>;

/** A new visitor of the app, which starts the SDK if a site is given. */
export async function visit(
	site: Place | undefined,
	path = site ? '/' : '/elsewhere',
): Promise<Page> {
	app.siteId = site?.site_id ?? '';
	app.received.length = 0;
	const context = await browser.newContext({ userAgent, reducedMotion: 'reduce' });
	context.setDefaultTimeout(15_000);
	onTestFinished(() => context.close());
	const page = await context.newPage();
	await page.goto(app.url + path);
	return page;
}

/** Runs a block of the page in the app, and calls its export. */
export async function run(
	page: Page,
	{ place, code }: Example,
	call?: string,
	...given: unknown[]
) {
	app.code.set(place, code);
	return page.evaluate(
		async ([url, name, values]) => {
			const loaded = await window.load(url);
			return name === undefined ? undefined : loaded[name]!(...values);
		},
		[`/code/${encodeURIComponent(place)}`, call, given] as const,
	);
}

/** A block for the app's backend, as Node.js runs it. */
export async function load<Module>({ code, title }: Example): Promise<Module> {
	// Within the tree, so that the package resolves.
	const folder = await mkdtemp(join(cacheFolder, 'recipe-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const file = join(folder, title);
	await writeFile(file, code);
	return (await import(/* @vite-ignore */ file)) as Module;
}

export const identify = (
	page: Page,
	account: string,
	traits: Record<string, string | boolean> = {},
) =>
	page.evaluate(([id, values]) => window.Feedback!.identify(id, values), [
		account,
		traits,
	] as const);

export const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

export const choose = (page: Page, name: string) =>
	page.getByRole('radio', { name }).check({ force: true });

/** Presses the button of the recipe `feedback-button`, and sends an idea. */
export async function sendIdea(page: Page, site: Place, text: string): Promise<void> {
	await press(page, 'Give feedback');
	await choose(page, 'An idea');
	await press(page, 'Next');
	await page.getByRole('textbox').fill(text);
	await press(page, 'Next');
	await press(page, 'Send');
	await expectAnswers(site, { kind: 'idea', text, contact: false });
}

export async function expectAnswers(site: Place, answers: Record<string, unknown>): Promise<void> {
	await expect
		.poll(async () => {
			const { items } = await owner.listResponses({ site: site.id });
			return items.map((response) => response.answers);
		})
		.toContainEqual(answers);
}

export const lastReason = async (page: Page) => (await readNotices(page)).at(-1);

/** A machine with the command, connected to these sites. */
export async function openMachine(...sites: Place[]): Promise<Terminal> {
	const terminal = openTerminal(stack);
	onTestFinished(() => terminal.remove());
	const login = terminal.start('login', '--browser');
	const answer = await fetch(await login.said(/(http\S+\/oauth\/authorize\S+)/), {
		redirect: 'manual',
	});
	const authorization = answer.headers.get('location')!.split('/').at(-1)!;
	await owner.getAuthorization({ authorization });
	const chosen = { authorization, sites: sites.map(({ id }) => id) };
	const { redirect } = await owner.approveAuthorization(chosen);
	await fetch(redirect);
	expect((await login.ended).code).toBe(0);
	return terminal;
}

/**
 * Runs the commands of a page, approving their requests; resolves to the approved actions.
 * @param act what a person does in the dashboard for a command that is left to them
 */
export async function runLines(
	terminal: Terminal,
	recipe: Recipe,
	names: Record<string, string> = {},
	act?: () => Promise<unknown>,
): Promise<string[]> {
	const approved: string[] = [];
	const known = { ...names };
	for (const line of recipe.lines()) {
		const [, ...words] = line.split(' ').map((word) => {
			const [, name] = /^<(\w+)>$/.exec(word) ?? [];
			return name ? known[name]! : word.replace(/^'(.*)'$/, '$1');
		});
		const running = terminal.start(...words, '--json');
		if (words.includes('--wait')) {
			const request = await running.said(/(Do it here|(?<=Approve it here: \S+\/)[\da-f-]{36})/);
			if (act && request === 'Do it here') {
				await act();
				await running.ended;
				continue;
			}
			const { action, sha256 } = await owner.getGrantRequest({ request });
			const mode = sha256 ? 'once' : 'until';
			await owner.approveGrant({ request, mode, ...(sha256 && { sha256 }) });
			approved.push(action);
		}
		const { id } = readData<{ id?: string }>(await running.ended);
		if (words.includes('create') && id) known['prompt_uuid'] = id;
	}
	return approved;
}
