import { signUp } from '../../../dashboard/test/sign-up.ts';
import { storeSignIn } from '../../../dashboard/test/environment.ts';
import { waitUntilSaved } from '../../../dashboard/test/author.ts';
import { button, field, link, list, read, region, section, type Task } from './task.ts';
import type { Walk } from './walk.ts';

/** From nothing to a published prompt, and changes of one. */
export const authoringTasks: Task[] = [
	{
		wants: 'A first answer, without a developer',
		before: {
			clicks: 4,
			end: 'A page that waits for the first event; only a developer could go on.',
		},
		clicks: 12,
		storage: async ({ environment: { stack } }) =>
			storeSignIn({ ...stack, demo: await signUp(stack, 'mary') }),
		async run(walk) {
			const { page } = walk;
			await walk.begin('/');
			await walk.type(field(page, 'Workspace name'), 'Bakery');
			await walk.type(field(page, 'Site name'), 'Orders');
			await walk.press('Enter');
			await page.getByText('Waiting for the first event').waitFor();
			await walk.click(link(page, 'Create a prompt first'));
			await walk.click(button(page, 'Satisfaction (CSAT)'));
			await walk.click(button(page, 'Create draft'));
			await page.waitForURL('**/edit');
			await walk.click(button(page, 'Publish…'));
			await walk.click(button(page, 'Publish revision 1'));
			await walk.click(link(page, 'Try it on the test page'));
			await walk.click(button(page, 'Show Satisfaction with the export'));
			const app = page.frameLocator('iframe[title="Test app"]');
			await walk.pick(app.getByRole('radio').last());
			await walk.click(app.getByRole('button', { name: 'Send' }));
			await app.getByText('Thank you!').waitFor();
			await walk.click(section(page, 'Responses'));
			const answer = region(page, 'Responses').getByRole('listitem').first();
			await walk.see(answer);
			return read(answer);
		},
	},
	{
		wants: 'Ask Pro customers how satisfied they are with the export, in English and German',
		before: { clicks: 13, end: 'Published; typing a trait changed the subject of the rule.' },
		clicks: 16,
		async run(walk, { site }) {
			const { page } = walk;
			await walk.begin(`/sites/${site}/overview`);
			await walk.click(section(page, 'Prompts'));
			await walk.click(link(page, 'New prompt'));
			await walk.click(button(page, 'Satisfaction (CSAT)'));
			await walk.click(button(page, 'Create draft'));
			await page.waitForURL('**/edit');
			await walk.click(button(page, /^Audience/));
			await walk.click(button(page, 'Trait'));
			// What is typed next goes into the first empty field.
			await walk.type(list(page, 'Trait'), 'plan');
			await walk.type(list(page, 'Value'), 'pro');
			await walk.click(button(page, /^Translations/));
			await walk.type(list(page, 'Add a language'), 'German');
			await walk.press('Enter');
			await walk.click(button(page, 'Fill from a table'));
			const dialog = page.getByRole('dialog');
			await walk.paste(field(dialog, 'Table'), germanTable);
			await walk.click(button(dialog, 'Fill 5 texts'));
			await page.getByText('5 texts filled from the table.').waitFor();
			await waitUntilSaved(page);
			await walk.click(button(page, /^Test rules/));
			await walk.choose(list(page, 'Recent events'), await firstRecentEvent(walk));
			const verdict = page.getByRole('list', { name: /^Rules of satisfaction/ });
			await walk.see(verdict);
			const tested = await read(verdict);
			await walk.click(button(page, 'Publish…'));
			await walk.click(button(page, 'Publish revision 2'));
			const published = page.getByText('Revision 2 is published.');
			await walk.see(published);
			return `${await read(published)} A past export: ${tested}`;
		},
	},
	{
		wants: 'Stop the poll after 200 responses',
		before: { end: 'Done through an agent’s prompt and the text of its approval.' },
		clicks: 6,
		async run(walk, { site }) {
			const { page } = walk;
			await walk.begin(`/sites/${site}/overview`);
			await walk.click(link(region(page, 'Table of scores'), 'Quick poll'));
			await walk.click(link(page, 'Edit'));
			await walk.click(link(page.getByRole('navigation', { name: 'Sections' }), 'Budget'));
			await walk.type(field(page, 'Responses'), '200');
			await waitUntilSaved(page);
			await walk.click(button(page, 'Publish…'));
			const change = page.getByRole('dialog').getByText(/200 responses/);
			await walk.see(change);
			const said = await read(change);
			await walk.click(button(page, 'Publish revision 2'));
			await page.getByText('No changes since revision 2').waitFor();
			return said;
		},
	},
	{
		wants: 'Ask after something that only our backend knows',
		before: { clicks: 1, end: 'Saved; it was not published.' },
		clicks: 6,
		async run(walk, { site }) {
			const { page } = walk;
			await walk.begin(`/sites/${site}/overview`);
			await walk.click(section(page, 'Prompts'));
			await walk.click(link(page, 'How was the first week?'));
			await walk.click(link(page.getByRole('navigation', { name: 'Sections' }), 'Trigger'));
			await walk.click(page.getByRole('checkbox', { name: /^The backend reports the event/ }));
			await waitUntilSaved(page);
			await walk.click(button(page, 'Publish…'));
			await walk.click(button(page, 'Publish revision 2'));
			await page.getByText('No changes since revision 2').waitFor();
			const state = button(page, /^Trigger/);
			await walk.see(state);
			return read(state);
		},
	},
];

const germanTable = [
	'questions.satisfaction.title\tWie zufrieden sind Sie mit dem Export?',
	'questions.satisfaction.low_label\tGar nicht',
	'questions.satisfaction.high_label\tSehr',
	'questions.reason.title\tWas war das Problem?',
	'thank_you.title\tVielen Dank!',
].join('\n');

/** Label of the newest event that is offered. */
async function firstRecentEvent({ page }: Walk): Promise<string> {
	const offered = list(page, 'Recent events').getByRole('option');
	await offered.nth(1).waitFor({ state: 'attached' });
	return (await offered.nth(1).innerText()).trim();
}
