import { readPages, type Client } from '@feedback/client';
import { resolve } from '$app/paths';
import type { ResolvedPathname } from '$app/types';

import type { Account } from '#lib/account/account.ts';
import { personSections, siteSections, workspaceSections } from '#lib/navigation/sections.ts';
import type { SiteSelection } from '#lib/navigation/site-selection.ts';
import { listPromptActions, promptActionNames } from '#lib/prompt/prompt-action.ts';
import type { PromptAction } from '#lib/prompt/prompt-action.ts';
import { visibleText } from '#lib/text/visible-text.ts';
import { theme, themeNames, themes } from '#lib/theme/theme.svelte.ts';
import { copyText } from '#lib/ui/copy-text.ts';

/** An entry of the command palette. */
export type Command = {
	/** Unique. */
	id: string;
	name: string;
	/** Secondary text after the name. */
	note?: string;
	/** Keyboard shortcut. */
	keys?: string[];
	run: () => unknown;
	/** Listed only when searched for, because there are many. */
	isHidden?: boolean;
};
export type CommandGroup = { name: string; commands: Command[] };

type Go = (href: ResolvedPathname, state?: App.PageState) => unknown;

/** Commands that open a page. */
export function listPages({ site, workspace }: SiteSelection, go: Go): CommandGroup {
	const sections = [
		...(site ? siteSections(site) : []),
		...(workspace ? workspaceSections(workspace) : []),
		...personSections(),
	];
	const commands = sections.map(({ name, href, key }) => ({
		id: href,
		name,
		...(key && { keys: ['g', key] }),
		run: () => go(href),
	}));
	return { name: 'Pages', commands };
}

/** Commands that switch to another site. */
export function listSites(account: Account, current: SiteSelection, go: Go): CommandGroup {
	const commands = account.workspaces.flatMap((workspace) =>
		workspace.sites
			.filter(({ id }) => id !== current.site?.id)
			.map((site) => ({
				id: site.id,
				name: visibleText(site.name),
				note: visibleText(workspace.name),
				run: () => go(siteSections(site)[0]!.href),
			})),
	);
	return { name: 'Sites', commands };
}

/** Commands that change something, or copy it. */
export function listChanges({ site, workspace }: SiteSelection, go: Go): CommandGroup {
	const mayEdit = workspace !== undefined && workspace.role !== 'viewer';
	const commands: Command[] = [];
	if (site && mayEdit) {
		const href = resolve('/(signed-in)/sites/[site]/prompts/new', { site: site.id });
		commands.push({ id: 'new-prompt', name: 'New prompt', run: () => go(href) });
	}
	if (site) {
		commands.push({
			id: 'ask',
			name: 'Ask in words',
			run: () => go(resolve('/(signed-in)/sites/[site]/ask', { site: site.id })),
		});
		commands.push({
			id: 'copy-site-id',
			name: 'Copy the site ID',
			note: site.site_id,
			run: () => copyText(site.site_id),
		});
	}
	if (workspace?.role === 'owner') {
		const at = { workspace: workspace.id };
		const href = resolve('/(signed-in)/workspaces/[workspace]/members', at);
		commands.push({ id: 'invite', name: 'Invite a member', run: () => go(href) });
	}
	commands.push({
		id: 'new-site',
		name: 'Create a site',
		run: () => go(resolve('/(signed-in)/welcome')),
	});
	for (const name of themes) {
		commands.push({
			id: `theme-${name}`,
			name: `Theme: ${themeNames[name]}`,
			isHidden: true,
			run: () => theme.choose(name),
		});
	}
	return { name: 'Commands', commands };
}

/** A command that looks up the visitor with the searched account ID. */
export function findVisitor({ site }: SiteSelection, query: string, go: Go): CommandGroup[] {
	const account = query.trim();
	if (!site || account === '') return [];
	const path = resolve('/(signed-in)/sites/[site]/visitors', { site: site.id });
	const href = `${path}?${new URLSearchParams({ account })}` as ResolvedPathname;
	const name = `Go to the visitor with account ID “${account}”`;
	return [{ name: 'Visitors', commands: [{ id: 'visitor', name, run: () => go(href) }] }];
}

/** The prompts of the site, newest first; grows with each page that loads. */
export async function* listPrompts(
	{ site, workspace }: SiteSelection,
	client: Client,
	go: Go,
): AsyncGenerator<CommandGroup> {
	let commands: Command[] = [];
	// Drop the prompts of the previous site.
	if (!site) return yield { name: 'Prompts', commands };
	const mayEdit = workspace !== undefined && workspace.role !== 'viewer';
	const open = (prompt: string, promptAction?: PromptAction) => {
		const at = { site: site.id, prompt };
		// The index page of a prompt redirects, and a redirect drops the state.
		return promptAction
			? go(resolve('/(signed-in)/sites/[site]/prompts/[prompt]/revisions', at), { promptAction })
			: go(resolve('/(signed-in)/sites/[site]/prompts/[prompt]', at));
	};
	const pages = readPages((cursor) => client.listPrompts({ site: site.id, limit: 200, cursor }));
	for await (const { items } of pages) {
		const more = items.flatMap((prompt) => {
			const { id, survey_id: note } = prompt;
			const name = visibleText(prompt.name);
			const actions = mayEdit ? listPromptActions(prompt) : [];
			return [
				{ id, name, note, run: () => open(id) },
				...actions.map((action) => ({
					id: `${action}-${id}`,
					name: `${promptActionNames[action]} ${name}`,
					note,
					isHidden: true,
					run: () => open(id, action),
				})),
			];
		});
		commands = [...commands, ...more];
		yield { name: 'Prompts', commands };
	}
}
