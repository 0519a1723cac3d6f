import type { Browser, BrowserContext } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { launchShell } from '../../../testing/launch-chromium.ts';
import { startTestStack } from '../../../testing/start-test-stack.ts';
import { userAgent } from '../../../testing/user-agent.ts';
import { type Editor, type Generation, openEditor } from '../../../mcp/test/editor.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';
import { type Approver, openApprover } from './approver.ts';

let stack: Stack;
let browser: Browser;
let context: BrowserContext;
let person: Approver;

beforeAll(async () => {
	[stack, browser] = await Promise.all([startTestStack({ parts: ['dashboard'] }), launchShell()]);
});

afterAll(async () => {
	await browser?.close();
	await stack?.stop();
});

beforeEach(async () => {
	context = await browser.newContext({
		userAgent,
		reducedMotion: 'reduce',
		viewport: { width: 1_200, height: 900 },
	});
	context.setDefaultTimeout(20_000);
	person = await openApprover(context, stack);
});

afterEach(() => context.close());

/** Calls a tool, lets the person read and approve the request in the dashboard, and calls the tool again. */
async function approved<Data>(editor: Editor, name: string, given: Record<string, unknown>) {
	const { error, approval } = await editor.fail(name, given);
	expect(error.code).toBe('approval_required');
	const page = await person.approve(approval!.url);
	return { data: await editor.read<Data>(name, given), page };
}

type Saved = { id: string; revision: number };

describe.each<Generation>(['modern', 'classic'])('an editor with the %s client', (generation) => {
	it('signs in, drafts, publishes and reads with the person’s approval, until the person signs it out', async () => {
		let isAllowed = true;
		const editor = await openEditor(
			{
				authorize: (address) => {
					if (!isAllowed) throw new Error('The person was asked again.');
					return person.authorizeEditor(address.href, 'Reports');
				},
			},
			{ generation, apiUrl: stack.apiUrl },
		);
		const content = {
			survey_id: `agent-${generation}`,
			name: 'Ease of sharing',
			questions: [{ id: 'ease', type: 'rating', title: `How easy was it, ${generation}?` }],
		};
		expect(await editor.read('prompt_validate', { content })).toMatchObject({ valid: true });
		expect(editor.opened()).toBe(0);

		expect(await editor.read('whoami')).toMatchObject({ sites: [{ name: 'Reports' }], grants: [] });
		expect(editor.opened()).toBe(1);

		const { data: draft } = await approved<Saved>(editor, 'prompt_save', { content });
		expect(draft.revision).toBe(1);
		const publish = { prompt: draft.id, revision: 1 };
		const { data, page } = await approved<object>(editor, 'prompt_publish', publish);
		expect(page).toContain(content.questions[0]!.title);
		expect(data).toMatchObject({ state: 'published', published_revision: 1 });
		const { data: responses } = await approved<object>(editor, 'responses_list', {
			prompt: draft.id,
		});
		expect(responses).toEqual({ items: [], next: null });

		isAllowed = false;
		await person.signOut();
		await person.page.getByText('No program is signed in as you').waitFor();
		await expect(editor.call('whoami')).rejects.toThrow('The person was asked again.');
		await editor.close();
	});
});
