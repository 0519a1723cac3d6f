import { examplePrompt, promptSchema } from '@feedback/contract';
import type { PromptInput } from '@feedback/contract';
import { encodeProposal } from '@feedback/contract/proposal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { listSites, signInByApi } from './program.ts';
import { findAxeViolations, getHorizontalOverflow } from './accessibility.ts';
import { openPage, openSignedIn, startEnvironment, readMail } from './environment.ts';
import type { Environment } from './environment.ts';

let environment: Environment;

beforeAll(async () => {
	environment = await startEnvironment();
});
afterAll(() => environment?.close());

const hostile = '"><img src=x onerror="document.title=1"><script>document.title=2</script>';

function propose(change: Partial<PromptInput>): Promise<string> {
	return encodeProposal(promptSchema.parse({ ...examplePrompt, ...change }));
}

describe('a proposal', () => {
	it('is removed from the URL, survives the sign-in, and is saved as a draft', async () => {
		const fragment = await propose({ survey_id: 'proposed-one', name: 'An idea' });
		const { page, close, consoleErrors } = await openPage(environment);
		await page.goto(`/propose#${fragment}`);
		await page.waitForURL('**/sign-in?next=%2Fpropose');
		await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
		await page.getByRole('heading', { level: 1, name: 'An idea' }).waitFor();
		expect(page.url()).toBe(`${environment.url}/propose`);
		await page.getByRole('heading', { name: 'Proposed by an unknown party' }).waitFor();
		await page.getByText('The trait “plan” is one of “team”, “business”.').waitFor();
		const preview = page.frameLocator('iframe[title="Preview of the proposed prompt"]');
		// The preview renders the prompt as visitors see it, one question at a time.
		await preview.getByText('How easy was it to export your report?').waitFor();
		await preview.getByRole('radio').nth(1).check({ force: true });
		await preview.getByRole('button', { name: 'Next' }).click();
		await preview.getByText('What got in the way?').waitFor();

		await page.getByRole('button', { name: 'Save as draft' }).click();
		await page.getByText('Saved as a draft').waitFor();
		const person = await signInByApi(environment.stack);
		const { items } = await person.listPrompts({ site: (await listSites(person))[0]! });
		expect(items.find((prompt) => prompt.survey_id === 'proposed-one')).toMatchObject({
			state: 'draft',
			latest_revision: 1,
			published_revision: null,
		});
		await page.reload();
		await page.getByRole('heading', { name: 'No proposal here' }).waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('with a used survey ID is saved with another ID', thorough, async () => {
		const { page, close } = await openSignedIn(environment);
		await page.goto(`/propose#${await propose({ survey_id: 'export-experience' })}`);
		await page.getByRole('button', { name: 'Save as draft' }).click();
		await page.getByText('The site has a prompt with this survey ID already.').waitFor();
		await page.getByText('Choose another survey ID.').waitFor();
		await page.getByLabel('Survey ID').fill('export-experience-2');
		await page.getByRole('button', { name: 'Save as draft' }).click();
		await page.getByText('It is revision 1 of “export-experience-2”.').waitFor();
		await close();
	});

	it('contains neither markup nor scripts, and its frame has no origin', async () => {
		const { page, close, consoleErrors } = await openSignedIn(environment);
		const question = { id: 'q', type: 'short_text', title: hostile, placeholder: hostile } as const;
		await page.goto(
			`/propose#${await propose({ name: 'x', questions: [question], translations: {} })}`,
		);
		const frame = page.locator('iframe');
		await frame.waitFor();
		expect(await frame.getAttribute('sandbox')).toBe('allow-scripts');
		const preview = page.frameLocator('iframe');
		await preview.getByText('onerror').first().waitFor();
		expect(await preview.locator('img, feedback-preview script').count()).toBe(0);
		// Even our own script in the frame cannot access the parent page or its storage.
		const reach = await preview.locator('body').evaluate(() => {
			const attempt = (act: () => unknown) => {
				try {
					return act();
				} catch {
					return 'refused';
				}
			};
			return [location.origin, attempt(() => parent.document.title), attempt(() => localStorage)];
		});
		expect(reach.slice(1)).toEqual(['refused', 'refused']);
		expect(await preview.locator('body').evaluate(() => self.origin)).toBe('null');
		expect(await page.title()).toBe('Proposal · Feedback');
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('is replaced by another link in the same tab', thorough, async () => {
		const { page, close } = await openSignedIn(environment);
		await page.goto(`/propose#${await propose({ name: 'The first' })}`);
		await page.getByRole('heading', { level: 1, name: 'The first' }).waitFor();
		const other = await propose({ name: 'The second' });
		await page.evaluate((fragment) => (location.hash = fragment), other);
		await page.getByRole('heading', { level: 1, name: 'The second' }).waitFor();
		expect(page.url()).toBe(`${environment.url}/propose`);
		await page.getByRole('button', { name: 'Discard' }).click();
		await page.getByRole('heading', { name: 'No proposal here' }).waitFor();
		await close();
	});

	it('that is damaged is reported', thorough, async () => {
		const { page, close } = await openSignedIn(environment);
		const fragment = await propose({});
		await page.goto(`/propose#${fragment.slice(0, -20)}`);
		await page.getByRole('heading', { name: 'This proposal cannot be read' }).waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await close();
	});

	it.each([
		['light', { width: 1280, height: 900 }],
		['dark', { width: 390, height: 844 }],
	] as const)('is accessible (%s, %o)', thorough, async (colorScheme, viewport) => {
		const { page, close, consoleErrors } = await openSignedIn(environment, {
			colorScheme,
			viewport,
		});
		await page.goto(`/propose#${await propose({ name: 'N'.repeat(120) })}`);
		await page.getByRole('button', { name: 'Save as draft' }).waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		expect(await getHorizontalOverflow(page)).toBe(0);
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('an invitation', () => {
	it('adds a person who signs in by link', thorough, async () => {
		const person = await signInByApi(environment.stack);
		const { id: workspace } = await person.createWorkspace({ name: 'Second workspace' });
		await person.createSite({ workspace, name: 'Second site' });
		const { url } = await person.invite({ workspace, email: 'ada@example.com', role: 'editor' });
		const { page, context, close, consoleErrors } = await openPage(environment);
		await page.goto(url);
		await page.waitForURL('**/sign-in?next=%2Finvitation');
		await page.getByRole('button', { name: 'Send me a link instead' }).click();
		await page.getByLabel('E-mail address').fill('ada@example.com');
		await page.getByRole('button', { name: 'Send me a link', exact: true }).click();
		await page.getByText('has access, we have sent it a message').waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await page.goto((await readMail(environment, 'ada@example.com')).link);
		await page.getByRole('heading', { level: 1, name: 'Join a workspace' }).waitFor();
		expect(page.url()).toBe(`${environment.url}/invitation`);
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByRole('button', { name: 'Join' }).click();
		await page.getByRole('heading', { level: 1, name: 'Second site' }).waitFor();
		const { items } = await person.listMembers({ workspace });
		expect(items.map(({ email, role }) => [email, role])).toContainEqual([
			'ada@example.com',
			'editor',
		]);
		// An editor sees neither tokens nor the audit log.
		expect(await page.getByRole('navigation').getByRole('link', { name: 'Audit' }).count()).toBe(0);
		expect(await context.cookies()).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('for another address is refused with an explanation', thorough, async () => {
		const person = await signInByApi(environment.stack);
		const { workspaces } = await person.whoami();
		const { url } = await person.invite({
			workspace: workspaces[0]!.id,
			email: 'grace@example.com',
			role: 'viewer',
		});
		const { page, close } = await openSignedIn(environment);
		await page.goto(url);
		await page.getByRole('button', { name: 'Join' }).click();
		await page.getByRole('alert').waitFor();
		await page.getByRole('button', { name: 'Not now' }).click();
		await page.waitForURL('**/overview');
		await page.goto('/invitation');
		await page.getByRole('heading', { name: 'No invitation here' }).waitFor();
		await close();
	});
});
