// An agent that knows nothing but the address of the MCP server, and a person who decides on a phone.
import type { Page } from 'playwright';
import { expect } from 'vitest';

import type { Client } from '@feedback/client';
import type { PromptInput } from '@feedback/contract';

import { openEditor } from '../../mcp/test/editor.ts';
import { visitSite } from '../../mcp/test/visit-site.ts';
import type { SharedStack } from '../../testing/shared-stack.ts';
import { getHorizontalOverflow } from './accessibility.ts';

type Loop = {
	stack: SharedStack;
	/** The phone, signed in with a passkey. */
	page: Page;
	person: Client;
	/** UUID of the site, and its name. */
	site: string;
	siteName: string;
};

/** The prompt that was published before, and its answers. */
const ease: PromptInput = {
	survey_id: 'loop-ease',
	name: 'Ease of sharing',
	questions: [
		{ id: 'ease', type: 'rating', title: 'How easy was it to share the report?' },
		{ id: 'why', type: 'long_text', title: 'What made it so?' },
	],
	trigger: { events: ['report.shared'] },
};
const answers = [
	{ account: 'acme', ease: 2, why: 'It took ten clicks to share it.' },
	{ account: 'birch', ease: 5, why: 'It was quick.' },
];

/** A follow-up for people who found it hard, with a question that only some of them are asked. */
const followUp: PromptInput = {
	survey_id: 'loop-follow-up',
	name: 'What to fix about sharing',
	questions: [
		{
			id: 'again',
			type: 'yes_no',
			title: 'Would you share a report again?',
			branches: [{ when: { op: 'is', value: true }, go: 'end' }],
		},
		{ id: 'fix', type: 'long_text', title: 'What should we fix first?' },
	],
	trigger: { events: ['report.shared'] },
	audience: { prompt: 'loop-ease', answer: 'ease', op: 'at_most', value: 2, within_days: 30 },
	limits: { show: 'once', site_limits: 'ignore' },
	priority: 50,
};

/** Publishes the prompt that the agent finds, as a person who has no passkey yet. */
export async function prepareLoop({ stack, person, site }: Omit<Loop, 'page' | 'siteName'>) {
	const { id } = await person.createPrompt({ site, content: ease });
	await person.publishPrompt({ site, prompt: id, revision: 1 });
	for (const { account, ...given } of answers) {
		const visit = { site: stack.siteId, event: 'report.shared', account };
		await visitSite(stack.apiUrl, { ...visit, answers: given });
		// The event after the answer is one at which a follow-up would have been displayed.
		await visitSite(stack.apiUrl, visit);
	}
}

type Texts = { items: { response: string; question: string; text: { untrusted_text: string } }[] };
type Saved = { id: string; revision: number };

/** Goes the whole way; resolves to the seconds from the request to publish until the decision. */
export async function walkLoop({ stack, page, person, site, siteName }: Loop): Promise<number> {
	let isAllowed = true;
	const agent = await openEditor(
		{
			authorize(address) {
				if (!isAllowed) throw new Error('The person was asked again.');
				return connect(page, address, siteName);
			},
		},
		{ apiUrl: stack.apiUrl },
	);
	let seconds = 0;
	/** Calls a tool, lets the person approve it on the phone, and calls it again. */
	const approved = async <Data>(name: string, given: Record<string, unknown>): Promise<Data> => {
		const { error, approval } = await agent.fail(name, given);
		expect(error.code).toBe('approval_required');
		const start = performance.now();
		await approve(page, approval!.url);
		seconds = (performance.now() - start) / 1_000;
		return agent.read<Data>(name, given);
	};

	// Without a sign-in, it reads how to ask people by what they answered before.
	type Found = { results: { url: string }[] };
	const query = 'ask people by an earlier answer';
	const { results } = await agent.read<Found>('docs_search', { query });
	const docs = await agent.read<{ markdown: string }>('docs_get', { page: results[0]!.url });
	expect(docs.markdown).toContain('within_days');
	expect(agent.opened()).toBe(0);

	// It reads what people wrote, and proposes a theme with a quote.
	const { items } = await approved<Texts>('responses_list', {
		list: 'texts',
		prompt: ease.survey_id,
	});
	expect(items).toHaveLength(answers.length);
	const complaint = items.find(({ text }) => text.untrusted_text.includes('clicks'))!;
	const { response, question } = complaint;
	const theme = {
		name: 'Too many steps',
		definition: 'Sharing takes too many steps',
		examples: [{ response, question, quote: 'ten clicks' }],
	};
	await agent.read('grants', { do: 'propose', propose: { tags: [theme] } });
	const { tags } = await person.listTags({ site });
	expect(tags).toContainEqual(
		expect.objectContaining({ name: theme.name, state: 'proposed', examples: theme.examples }),
	);

	// It drafts the follow-up and learns whom it would have reached.
	const saved = await approved<Saved>('prompt_save', { content: followUp });
	expect(await agent.read('prompt_forecast', { prompt: saved.id })).toMatchObject({ subjects: 1 });

	// It asks to publish, which the person approves although it has read responses.
	const at = { prompt: saved.id, revision: saved.revision };
	expect(await approved('prompt_publish', at)).toMatchObject({ state: 'published' });
	const secondsToPublish = seconds;

	// Only the person who found it hard is asked, and the agent sees the answer.
	const event = { site: stack.siteId, event: 'report.shared' };
	const given = { again: false, fix: 'Fewer clicks, please.' };
	await visitSite(stack.apiUrl, { ...event, account: 'acme', answers: given });
	const asked = { prompt: followUp.survey_id };
	expect(await agent.read('responses_list', asked)).toMatchObject({
		items: [{ answers: { again: false, fix: { untrusted_text: 'Fewer clicks, please.' } } }],
	});

	// The person signs it out, and its next call fails.
	isAllowed = false;
	await page.goto('/connections');
	const programs = page.getByRole('region', { name: 'Signed-in programs' });
	const row = programs.locator('> ul > li', { hasText: 'Editor' });
	await row.getByRole('button', { name: /^Sign out/ }).click();
	await row.getByRole('button', { name: 'Sign out now' }).click();
	await row.waitFor({ state: 'detached' });
	await expect(agent.call('whoami')).rejects.toThrow('The person was asked again.');
	await agent.close();
	return secondsToPublish;
}

async function connect(page: Page, address: URL, siteName: string): Promise<URL> {
	await page.goto(address.href);
	await page.getByRole('heading', { name: 'Connect Editor?' }).waitFor();
	expect(await getHorizontalOverflow(page)).toBe(0);
	await page.getByRole('checkbox', { name: siteName, exact: true }).check();
	// The editor's own page does not exist: only the URL of the redirect matters.
	const leaving = page.waitForRequest((request) => request.url().includes('/callback?'));
	await page.getByRole('button', { name: 'Connect' }).click();
	return new URL((await leaving).url());
}

/** Approves as suggested, with the passkey. */
async function approve(page: Page, address: string): Promise<void> {
	await page.goto(address);
	const button = page.getByRole('button', { name: /^Approve/ });
	await button.and(page.locator(':enabled')).waitFor();
	expect(await getHorizontalOverflow(page)).toBe(0);
	const combination = page.getByLabel('Allow publishing although responses may have been read');
	if ((await combination.count()) > 0) await combination.check();
	await button.click();
	await page.getByText('Approved', { exact: true }).waitFor();
}
