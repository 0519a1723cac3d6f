import { button, link, list, read, region, section, type Task } from './task.ts';

/** Questions that answers, or their absence, raise. */
export const resultsTasks: Task[] = [
	{
		wants: 'Why does nobody see my prompt?',
		before: { clicks: 2, end: 'A dead end: live events of other prompts.' },
		clicks: 3,
		async run(walk, { site }) {
			const { page } = walk;
			await walk.begin(`/sites/${site}/overview`);
			await walk.click(section(page, 'Prompts'));
			await walk.click(link(page, 'How is the new editor?'));
			const health = region(page, 'Health');
			const fix = health.getByText(/^To reach more people:/);
			await walk.see(fix);
			await walk.see(link(health, 'Example'));
			const found = `${await read(health.getByText(/of \d+ trigger events/))} ${await read(fix)}`;
			// What to change is one click away.
			await walk.click(link(health, 'Change the audience'));
			await walk.see(button(page, /^Audience/));
			return found;
		},
	},
	{
		wants: 'Send the team what detractors say',
		before: { clicks: 3, end: 'Promoters among them; what was meant took 6 clicks.' },
		clicks: 4,
		async run(walk, { site }) {
			const { page } = walk;
			await walk.begin(`/sites/${site}/overview`);
			await walk.click(link(region(page, 'Table of scores'), 'Quick poll'));
			await walk.click(button(page, 'Lowest scores'));
			await walk.click(button(page.getByRole('dialog', { name: 'Lowest scores' }), 'Send…'));
			const dialog = page.getByRole('dialog', { name: 'Send to the team' });
			await walk.see(dialog.getByRole('article', { name: 'Preview of the message' }));
			await walk.click(button(dialog, 'Send now'));
			const sent = dialog.getByText(/^Sent to/);
			await walk.see(sent);
			return read(sent);
		},
	},
	{
		wants: 'Did the new wording help?',
		before: { clicks: 2, end: 'A sentence about two revisions, both with the newer words.' },
		clicks: 3,
		async run(walk, { site }) {
			const { page } = walk;
			await walk.begin(`/sites/${site}/overview`);
			await walk.click(link(region(page, 'Table of scores'), 'How did the export go?'));
			await walk.choose(list(page, 'Compare'), 'Compare revisions');
			const comparison = region(page, 'Comparison');
			const found = comparison.getByRole('cell', { name: /higher by|lower by|too few/i });
			await walk.see(found);
			await walk.see(comparison.getByText('How did exporting your report go?'));
			await page.getByText('The two sides cover different times').waitFor();
			return read(found);
		},
	},
	{
		wants: 'Which variant of the experiment do we keep?',
		before: { end: 'The result was behind a list; nothing decided it.' },
		clicks: 4,
		async run(walk, { site }) {
			const { page } = walk;
			await walk.begin(`/sites/${site}/overview`);
			await walk.click(link(region(page, 'Waiting for a decision'), /experiment to decide/));
			const panel = region(page, 'Experiment “wording”');
			const conclusion = panel.getByText(/short is higher by/);
			await walk.see(conclusion);
			const found = await read(conclusion);
			await walk.click(button(panel, 'Keep the variant short'));
			await walk.click(button(page, 'Save revision 2'));
			await walk.click(button(page, 'Publish revision 2'));
			await page.getByRole('dialog').waitFor({ state: 'detached' });
			await button(panel, 'Keep the variant short').waitFor({ state: 'detached' });
			return found;
		},
	},
	{
		wants: 'Show the board the results, without accounts',
		before: { clicks: 3, end: 'A page that hid its period and had eleven bars of one colour.' },
		clicks: 3,
		async run(walk, { site, openElsewhere }) {
			const { page } = walk;
			await walk.begin(`/sites/${site}/overview`);
			await walk.click(link(region(page, 'Table of scores'), 'Quick poll'));
			await walk.click(button(page, 'Share'));
			const dialog = page.getByRole('dialog', { name: 'Share results' });
			await walk.click(button(dialog, 'Create link'));
			const url = dialog.getByText(/^https?:.*shared/);
			await walk.see(url);
			const shared = await openElsewhere(await read(url));
			try {
				const score = shared.page.getByRole('main').getByText(/Detractors: \d/);
				await score.first().waitFor();
				return await read(score);
			} finally {
				await shared.close();
			}
		},
	},
];
