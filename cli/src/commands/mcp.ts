import { ServiceError } from '@feedback/contract';
import { readScope, tools } from '@feedback/mcp';
import type { Scope } from '@feedback/mcp';
import { z } from 'zod';

import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { option } from '../describe.ts';
import { Failure } from '../failure.ts';
import { listInstances } from '../settings/list-instances.ts';
import type { Setting } from '../settings/settings.ts';
import { chooseEditors, describeEditors, editorNames, renderEditors } from './mcp-config.ts';

export const mcp = defineCommand({
	name: 'mcp',
	summary: 'Serve the tools to an editor over MCP, or show how to set that up.',
	need: 'nothing',
	place: 'site',
	options: z.object({
		what: option(
			z.enum(['serve', 'config']).default('serve'),
			'"serve" speaks MCP on standard input and output; "config" prints what an editor needs.',
			'what',
		),
		editor: option(
			z.enum(editorNames).optional(),
			`For config, one editor: ${editorNames.join(', ')}.`,
			'editor',
		),
		local: option(
			z.boolean().default(false),
			'For config: start this command instead of connecting to the URL.',
		),
		read_only: option(z.boolean().default(false), 'Only tools that change nothing.'),
		tools: option(z.string().optional(), 'Only these tools, separated by commas.', 'a,b'),
	}),
	positionals: ['what', 'editor'],
	output: z.union([
		z.object({
			editors: z.array(
				z.object({
					editor: z.string(),
					title: z.string(),
					file: z.string(),
					config: z.string(),
					shell: z.string().nullable(),
					link: z.string().nullable(),
				}),
			),
		}),
		z.object({ served: z.literal(true) }),
	]),
	examples: [
		{ text: 'How to set up Cursor', line: 'mcp config cursor' },
		{ text: 'All supported editors', line: 'mcp config --json' },
		{ text: 'The command that an editor starts', line: 'mcp --read-only' },
	],
	async run({ what, editor, local, ...restrictions }, context) {
		const scope = toScope(restrictions, context);
		if (what === 'config') {
			const { settings } = context;
			const chosen = chooseEditors(editor);
			return { editors: describeEditors(chosen, settings.api_url.value, scope, local) };
		}
		if (context.structured) {
			throw new Failure(
				'usage',
				'While the server runs, standard output is used by the protocol.',
				{
					hint: 'Leave out --json and --fields, or use "feedback mcp config --json".',
					next: [['feedback', 'mcp', '--help']],
				},
			);
		}
		await serve(context, scope);
		return { served: true as const };
	},
	render: (data, paint) => ('editors' in data ? renderEditors(data.editors, paint) : ''),
});

// Only an explicit site restricts the server; the site of feedback.json is merely the project's default.
function toScope(
	restrictions: { read_only: boolean; tools?: string | undefined },
	{ settings }: Context,
) {
	const explicit = (setting: Setting | undefined) =>
		setting && /^(--|FEEDBACK_)/.test(setting.source) ? setting.value : undefined;
	const query = Object.entries({
		site: explicit(settings.site),
		workspace: explicit(settings.workspace),
		read_only: restrictions.read_only ? '1' : undefined,
		tools: restrictions.tools,
	}).flatMap(([key, value]): [string, string][] => (value === undefined ? [] : [[key, value]]));
	try {
		return readScope(
			new URLSearchParams(query),
			tools.map(({ name }) => name),
		);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		throw new Failure('usage', error.message, {
			...(error.hint !== undefined && { hint: error.hint }),
			next: [['feedback', 'mcp', '--help']],
		});
	}
}

async function serve({ client, settings, progress }: Context, scope: Scope): Promise<void> {
	if (process.stdin.isTTY) {
		progress('Waiting for an editor that uses MCP; "feedback mcp config" shows how to set one up.');
	}
	const { serveMcp } = await import('./mcp-stdio.ts');
	await serveMcp({
		client,
		docsUrl: settings.docs_url.value,
		dashboardUrl: settings.dashboard_url.value,
		packagesUrl: listInstances(settings)[0],
		scope,
		signIn: 'Ask the person to run "feedback login" in a terminal, then make the same call again.',
		report: (error) => progress(error instanceof Error ? error.message : String(error)),
	});
}
