import { describeGrantCondition, routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../command.ts';
import { moment } from '../output/more.ts';
import { listAllSites } from '../place.ts';
import { describePause } from './workspace/describe-pause.ts';
import { renderFacts } from '../output/table.ts';

const settingSchema = z.object({ value: z.string(), source: z.string() });

const siteSchema = z.object({
	id: z.string(),
	site_id: z.string(),
	name: z.string(),
	workspace: z.string(),
});

export const whoami = defineCommand({
	name: 'whoami',
	summary: 'Show who is signed in, what is approved, and all settings.',
	need: 'connection',
	place: 'site',
	options: z.object({}),
	output: routes.whoami.output.extend({
		/** The sites that this command may see. */
		sites: z.array(siteSchema),
		/** Source of the token: `keychain`, `file`, `FEEDBACK_TOKEN` or `--token-file`. */
		token_source: z.string().nullable(),
		settings: z.object({
			api_url: settingSchema,
			docs_url: settingSchema,
			dashboard_url: settingSchema,
			workspace: settingSchema.nullable(),
			site: settingSchema.nullable(),
		}),
	}),
	examples: [
		{ text: 'Who am I, and where does each value come from?', line: 'whoami' },
		{ text: 'Only what is approved', line: 'whoami --fields grants' },
	],
	async run(_, { client, caller, settings }) {
		const who = await client.whoami();
		const sites = await listAllSites(client, who.workspaces);
		const { api_url, docs_url, dashboard_url, workspace = null, site = null } = settings;
		return {
			...who,
			sites: sites.map(({ id, site_id, name, workspace: of }) => ({
				id,
				site_id,
				name,
				workspace: of,
			})),
			token_source: (await caller.source()) ?? null,
			settings: { api_url, docs_url, dashboard_url, workspace, site },
		};
	},
	render: (
		{ email, person, connection, workspaces, agents_paused, sites, grants, token_source, settings },
		paint,
	) => {
		const settled = Object.entries(settings).map(([name, setting]): [string, string] => [
			name,
			setting ? `${setting.value}  (${setting.source})` : '–',
		]);
		const approved = grants.map(({ action, site, expires_at, conditions }): [string, string] => [
			action,
			[
				`${site ? `on ${site} ` : ''}until ${moment(expires_at)}`,
				...(conditions?.map(describeGrantCondition) ?? []),
			].join('; '),
		]);
		return [
			renderFacts(
				[
					['Person', email ?? person],
					['Connection', connection?.name ?? '– (a person)'],
					['Token from', token_source ?? '–'],
					...workspaces.flatMap(({ id, name, role }): [string, string][] => [
						['Workspace', `${name}, ${role}  ${id}`],
						...sites
							.filter(({ workspace }) => workspace === id)
							.map((site): [string, string] => [
								'  Site',
								`${site.name}, ${site.site_id}  ${site.id}`,
							]),
					]),
				],
				paint,
			),
			...agents_paused.map((pause) => describePause({ agents_paused: pause })),
			`${paint.bold('Approved')}\n${approved.length > 0 ? renderFacts(approved, paint) : 'Nothing yet.'}`,
			`${paint.bold('Settings')}\n${renderFacts(settled, paint)}`,
		].join('\n\n');
	},
});
