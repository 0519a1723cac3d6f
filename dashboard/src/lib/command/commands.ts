import { readPages, type Client } from '@feedback/client';
import { resolve } from '$app/paths';
import type { ResolvedPathname } from '$app/types';

import type { Account } from '#lib/account/account.ts';
import { personSections, siteSections, workspaceSections } from '#lib/navigation/sections.ts';
import type { SiteSelection } from '#lib/navigation/site-selection.ts';
import { visibleText } from '#lib/text/visible-text.ts';

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
};
export type CommandGroup = { name: string; commands: Command[] };

type Go = (href: ResolvedPathname) => unknown;

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

/** The prompts of the site, newest first; grows with each page that loads. */
export async function* listPrompts(
	{ site }: SiteSelection,
	client: Client,
	go: Go,
): AsyncGenerator<CommandGroup> {
	let commands: Command[] = [];
	// Drop the prompts of the previous site.
	if (!site) return yield { name: 'Prompts', commands };
	const open = (prompt: string) =>
		go(resolve('/(signed-in)/sites/[site]/prompts/[prompt]', { site: site.id, prompt }));
	const pages = readPages((cursor) => client.listPrompts({ site: site.id, limit: 200, cursor }));
	for await (const { items } of pages) {
		const more = items.map(({ id, name, survey_id }) => {
			return { id, name: visibleText(name), note: survey_id, run: () => open(id) };
		});
		commands = [...commands, ...more];
		yield { name: 'Prompts', commands };
	}
}
