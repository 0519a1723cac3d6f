import { button, field, link, list, read, region, section, type Task } from './task.ts';

/** Work with the team, with visitors' data and in the inbox. */
export const teamTasks: Task[] = [
	{
		wants: 'Send low scores to the team by e-mail as they arrive',
		before: { clicks: 7, end: 'Created, after another sign-in; named by the ID of the question.' },
		clicks: 13,
		async run(walk, { site, environment }) {
			const { page } = walk;
			await walk.begin(`/sites/${site}/overview`);
			await walk.click(section(page, 'Settings'));
			await walk.click(link(page.getByRole('navigation', { name: 'Settings' }), 'Integrations'));
			await walk.click(link(page, 'Add e-mail'));
			await walk.type(field(page, 'Name'), 'Low scores');
			await walk.type(list(page, 'Add to Recipients'), environment.stack.demo.email);
			await walk.press('Enter');
			await walk.click(button(page, 'Answer'));
			const condition = page.getByRole('group', { name: 'Condition' });
			await walk.choose(
				list(condition, 'Question'),
				await scoreOfPoll(list(condition, 'Question')),
			);
			await walk.choose(list(condition, 'Comparison'), 'is at most');
			await walk.choose(list(condition, 'Answer'), '6');
			await walk.click(button(page, 'Create destination'));
			const made = page.getByText(/is at most 6/);
			await walk.see(made);
			return read(made);
		},
	},
	{
		wants: 'Invite a colleague, and withdraw it',
		before: { clicks: 2, end: 'The form was 3,310 pixels down, below 31 members.' },
		clicks: 5,
		async run(walk, { site }) {
			const { page } = walk;
			const email = 'edith@example.com';
			await walk.begin(`/sites/${site}/overview`);
			await walk.click(section(page, 'Members'));
			await walk.type(field(page, 'E-mail address'), email);
			await walk.press('Enter');
			const heading = page.getByRole('heading', { name: `Send this link to ${email}` });
			await walk.see(heading);
			const said = await read(heading);
			await walk.click(button(page, 'Done'));
			await walk.click(button(page, `Withdraw ${email}`));
			await walk.click(button(page, 'Withdraw invitation'));
			await button(page, `Withdraw ${email}`).waitFor({ state: 'detached' });
			return `${said}; withdrawn.`;
		},
	},
	{
		wants: 'Decide on a phone what a program wants to publish',
		before: { end: 'Approve was 3.2 screens down; the question was text on the second.' },
		clicks: 1,
		onPhone: true,
		async run(walk, { approval }) {
			const { page } = walk;
			await walk.begin(approval);
			const reach = page.getByText(/^Would have reached/);
			await walk.see(reach);
			const found = await read(reach);
			await walk.see(page.getByText('What convinced you to change your plan?'));
			await walk.click(button(page, 'Approve once'));
			await walk.see(page.getByText('Valid for one use until'));
			return found;
		},
	},
	{
		wants: 'Erase everything about one account',
		before: { clicks: 4, end: 'A receipt.' },
		clicks: 4,
		async run(walk, { site }) {
			const { page } = walk;
			const account = 'account_57';
			await walk.begin(`/sites/${site}/overview`);
			await walk.click(section(page, 'Visitors'));
			await walk.type(page.getByRole('searchbox', { name: 'Account ID or visitor ID' }), account);
			await walk.press('Enter');
			await walk.click(button(page, 'Erase…'));
			const dialog = page.getByRole('dialog', { name: 'Erase this account?' });
			await walk.type(field(dialog, 'Account ID'), account);
			await walk.press('Enter');
			const receipt = region(page, /^Erased/);
			await walk.see(receipt);
			return read(receipt);
		},
	},
	{
		wants: 'Delete a prompt, and undo it',
		before: { clicks: 3, end: 'Deleted, after its whole name was typed; the undo was not tried.' },
		clicks: 6,
		async run(walk, { site }) {
			const { page } = walk;
			const name = 'Did a page of the docs help?';
			await walk.begin(`/sites/${site}/overview`);
			await walk.click(section(page, 'Prompts'));
			await walk.click(button(page, `Actions for ${name}`));
			await walk.click(page.getByRole('menuitem', { name: 'Delete…' }));
			const dialog = page.getByRole('dialog', { name: `Delete “${name}”?` });
			// Nobody has seen it, so its name need not be typed.
			await walk.click(button(dialog, 'Delete the prompt'));
			const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
			await walk.click(button(row, `Undo the deletion of ${name}`));
			await walk.click(button(page.getByRole('dialog'), 'Undo the deletion'));
			// So that visitors do not see it before a person has looked at it.
			const state = row.getByText('paused', { exact: true });
			await walk.see(state);
			return `${name} is back, and ${await read(state)}.`;
		},
	},
	{
		wants: 'Tag what is about exports, all of it at once',
		before: { end: 'One text after another; nothing could be selected.' },
		clicks: 5,
		async run(walk, { site }) {
			const { page } = walk;
			await walk.begin(`/sites/${site}/overview`);
			await walk.click(section(page, 'Inbox'));
			const first = page
				.getByRole('checkbox', { name: /^Select “The export of long reports/ })
				.first();
			await walk.click(first);
			await walk.press('t');
			const dialog = page.getByRole('dialog');
			await walk.type(list(dialog, 'Tag'), 'Exports');
			await walk.click(button(dialog, 'Tag all like this…'));
			await region(dialog, 'Similar texts').waitFor();
			const all = button(dialog, /^Tag \d+ texts?$/);
			const done = await read(all);
			await walk.click(all);
			await walk.see(page.getByRole('main').getByText('Exports', { exact: true }));
			return done;
		},
	},
];

/** Label of the question about recommending in the list of questions, once they are loaded. */
async function scoreOfPoll(questions: ReturnType<typeof list>): Promise<string> {
	const option = questions.getByRole('option', { name: /recommend/ }).first();
	await option.waitFor({ state: 'attached' });
	return (await option.innerText()).trim();
}
