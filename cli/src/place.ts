import { readAll } from '@feedback/client';
import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

import type { Ask } from './context.ts';
import { Failure } from './failure.ts';
import type { Settings } from './settings/settings.ts';

type PlaceOptions = { client: Client; settings: Settings; ask: Ask | undefined };
type Site = RouteOutput<'listSites'>['items'][number];
type Choice = { value: string; label: string };

/** The workspace of a command: from the settings, the only workspace, or the person's choice. */
export async function findWorkspace({ client, settings, ask }: PlaceOptions): Promise<string> {
	if (settings.workspace) return settings.workspace.value;
	const { workspaces } = await client.whoami();
	const choices = workspaces.map(({ id, name }) => ({ value: id, label: name }));
	return chooseOne('workspace', choices, ['whoami'], ask);
}

/** The site of a command, found in the same way; with `--workspace`, it must belong to that workspace. */
export async function findSite({ client, settings, ask }: PlaceOptions): Promise<string> {
	if (settings.site) {
		const site = settings.site.value;
		// Only an explicit workspace is checked; a workspace from the settings is ignored in favour of the site.
		const { workspace } = settings;
		if (workspace?.source === '--workspace') await checkWorkspace(client, site, workspace);
		return site;
	}
	const workspaces = settings.workspace
		? [{ id: settings.workspace.value }]
		: (await client.whoami()).workspaces;
	const sites = await listAllSites(client, workspaces);
	// Sample data has to be named, unless there is nothing else.
	const own = sites.filter(({ sample }) => !sample);
	const choices = (own.length > 0 ? own : sites).map(({ id, name, site_id }) => ({
		value: id,
		label: `${name} (${site_id})`,
	}));
	return chooseOne('site', choices, ['site', 'list'], ask);
}

/** Every site of the workspaces that the caller may see, in their order. */
export async function listAllSites(
	client: Client,
	workspaces: readonly { id: string }[],
): Promise<Site[]> {
	const lists = await Promise.all(
		workspaces.map(({ id: workspace }) =>
			readAll((cursor) => client.listSites({ workspace, limit: 200, cursor })),
		),
	);
	return lists.flat();
}

async function checkWorkspace(
	client: Client,
	site: string,
	workspace: NonNullable<Settings['workspace']>,
): Promise<void> {
	const found = await client.getSite({ site });
	if (found.workspace === workspace.value) return;
	throw new Failure('not_found', `The site ${site} is not in the workspace ${workspace.value}.`, {
		hint: `The workspace comes from ${workspace.source}. The site is in ${found.workspace}.`,
		next: [['feedback', 'site', 'show', '--site', site]],
	});
}

/** More would push the message off the screen. */
const shownChoices = 10;

async function chooseOne(
	noun: 'workspace' | 'site',
	choices: Choice[],
	list: string[],
	ask: Ask | undefined,
): Promise<string> {
	if (choices.length === 1) return choices[0]!.value;
	if (choices.length === 0) {
		throw new Failure('not_found', `There is no ${noun} that you can see.`, {
			hint:
				noun === 'site'
					? 'Create one, or sign in again and choose the sites that this command may use.'
					: 'Create one in the dashboard.',
			next: noun === 'site' ? [['feedback', 'site', 'create', '--help']] : [['feedback', 'whoami']],
		});
	}
	if (ask) return ask.choose(`Which ${noun}?`, choices);
	throw new Failure('usage', `Specify the ${noun}: there are ${choices.length}.`, {
		hint: [
			`Add --${noun} <${noun}_uuid>, or "${noun}" to feedback.json:`,
			...choices.slice(0, shownChoices).map(({ value, label }) => `  ${value}  ${label}`),
			...(choices.length > shownChoices ? [`  … ${choices.length - shownChoices} more`] : []),
		].join('\n'),
		details: { [`${noun}s`]: choices.map(({ value, label }) => ({ id: value, name: label })) },
		next: [['feedback', ...list]],
	});
}
