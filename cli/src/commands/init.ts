import { z } from 'zod';

import { defineCommand } from '../command.ts';
import { option } from '../describe.ts';
import { Failure } from '../failure.ts';
import { chooseApp } from '../init/choose-app.ts';
import { openApp } from '../init/app.ts';
import { findProjectFolder } from '../init/find-apps.ts';
import { install } from '../init/install.ts';
import { openJournals } from '../init/journal.ts';
import { renderResult } from '../init/render.ts';
import { resultSchema } from '../init/result.ts';
import { siteIdOption } from '../init/site.ts';
import { undoRun } from '../init/undo-run.ts';

const flag = (description: string) => option(z.boolean().default(false), description);

export const init = defineCommand({
	name: 'init',
	summary: 'Install the SDK in the app of this folder, and create its site.',
	need: 'site:create',
	place: 'site',
	changes: true,
	options: z.object({
		app: option(
			z.string().min(1).optional(),
			'The app, if this folder contains several apps or is not the app itself.',
			'folder',
		),
		yes: flag('Apply the changes without asking.'),
		undo: flag('Undo the last run: restore every file.'),
		skip_install: flag('Edit the code only; do not install the package.'),
		agent_skill: option(
			z.boolean().optional(),
			'Install the skill for coding agents too, without asking.',
		),
		no_agent_skill: option(z.boolean().optional(), 'Do not install the skill, and do not ask.'),
		first_prompt: option(
			z.boolean().optional(),
			'Also save a first prompt as a draft if the site has none.',
		),
		no_first_prompt: option(z.boolean().optional(), 'Do not save one, and do not ask.'),
		site_id: option(
			siteIdOption,
			'The public ID of an existing site; needs no sign-in.',
			'site_id',
		),
		name: option(
			z.string().min(1).max(120).optional(),
			'Name of the new site; defaults to that of the app.',
			'name',
		),
		sdk: option(
			z.string().min(1).optional(),
			'Install the SDK from a file or a URL instead of the registry.',
			'package',
		),
		verify: flag('Wait until an event of the app arrives.'),
		verify_seconds: option(
			z.coerce.number().int().min(1).max(86_400).default(300),
			'Seconds that --verify waits.',
			'seconds',
		),
	}),
	output: resultSchema,
	examples: [
		{ text: 'See what would change', line: 'init --dry-run' },
		{ text: 'Install the SDK, and create a site', line: 'init' },
		{
			text: 'In a script, with an existing site and the skill for agents',
			line: 'init --yes --site-id site_demo000000 --agent-skill --json',
		},
		{ text: 'Undo it', line: 'init --undo' },
	],
	async run(options, context) {
		const cwd = process.cwd();
		const { settings, ask, dryRun } = context;
		const hasRun = (root: string) => openJournals(settings.folder, root).last() !== undefined;
		if (options.undo) {
			if (dryRun) throw new Failure('usage', '--undo and --dry-run do not go together.');
			const only = ({ root }: { root: string }) => hasRun(root);
			const app = await chooseApp({ cwd, given: options.app, ask, only });
			return undoRun(app?.root ?? findProjectFolder(cwd), settings.folder);
		}
		const app = await chooseApp({ cwd, given: options.app, ask });
		return install(
			app ?? openApp(findProjectFolder(cwd)),
			{
				cwd,
				yes: options.yes,
				skipInstall: options.skip_install,
				skill: options.agent_skill,
				firstPrompt: options.first_prompt,
				siteId: options.site_id,
				name: options.name,
				sdk: options.sdk,
				verify: options.verify ? options.verify_seconds : undefined,
			},
			context,
		);
	},
	render: renderResult,
});
