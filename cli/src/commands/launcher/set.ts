import { launcherSchema, listIssues, newLauncherSchema, routes } from '@feedback/contract';
import type { Launcher } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import { readJson } from '../../read-json.ts';
import { renderChanged } from './render.ts';

const { survey_id, position } = launcherSchema.shape;

export const launcherSet = defineCommand({
	name: 'launcher set',
	summary: 'Show a feedback button on every page, which opens a prompt.',
	need: 'launcher:set',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: option(survey_id, 'Survey ID of the prompt that it opens.', 'survey_id'),
		position: option(
			position,
			`One of ${position.unwrap().options.join(', ')} (default: right).`,
			'position',
		),
		target: option(
			z.string().min(1).optional(),
			'CSS selector of the element, for the position inline.',
			'selector',
		),
		label: option(
			z.string().min(1).optional(),
			'Its label; "Feedback" in the visitor’s language if omitted.',
			'text',
		),
		translations: option(z.string().min(1).optional(), 'Its label by language, as JSON.', 'json'),
	}),
	positionals: ['prompt'],
	output: routes.setLauncher.output,
	examples: [
		{ text: 'At the right edge', line: 'launcher set bug-report' },
		{
			text: 'In a corner, with a label in two languages',
			line: `launcher set bug-report --position bottom_right --label "Report a bug" --translations '{"de":"Fehlermeldung"}'`,
		},
		{
			text: 'A click on a link of the app opens the prompt',
			line: 'launcher set bug-report --position inline --target "#help a.feedback"',
		},
	],
	async run({ prompt, translations, ...given }, context) {
		const launcher = readLauncher({
			survey_id: prompt,
			...given,
			translations:
				translations === undefined ? undefined : readJson(translations, '--translations'),
		});
		const site = await context.site();
		const grant = { action: 'launcher:set', site, launcher } as const;
		if (context.dryRun) {
			return context.describeDryRun(`show a button that opens "${prompt}"`, grant);
		}
		return context.withApproval(grant, () => context.client.setLauncher({ site, launcher }));
	},
	render: renderChanged,
});

function readLauncher(given: Record<string, unknown>): Launcher {
	const parsed = newLauncherSchema.safeParse(given, { reportInput: true });
	if (parsed.success) return parsed.data;
	const [issue] = listIssues(parsed.error);
	throw new Failure('usage', `--${issue!.path.join('.')} ${issue!.message}.`, {
		details: { field: issue!.path.join('.') },
		next: [['feedback', 'launcher', 'set', '--help']],
	});
}
