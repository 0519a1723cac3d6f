import { readPages, type Client } from '@feedback/client';
import { resolve } from '$app/paths';
import type { ResolvedPathname } from '$app/types';

import type { Account } from '#lib/account/account.ts';
import type { Place } from '#lib/navigation/site-selection.ts';
import { personSections, siteSections, workspaceSections } from '#lib/navigation/sections.ts';
import { visibleText } from '#lib/text/visible-text.ts';

/** A line of the command palette. */
export type Command = {
	/** Unlike every other one's. */
	id: string;
	name: string;
	/** Small, after the name. */
	note?: string;
	/** Keys that do the same. */
	keys?: string[];
	run: () => unknown;
};
export type CommandGroup = { name: string; commands: Command[] };

type Go = (href: ResolvedPathname) => unknown;

/** The pages that can be gone to from here. */
export function listPages({ site, workspace }: Place, go: Go): CommandGroup {
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

/** The other sites. */
export function listSites(account: Account, here: Place, go: Go): CommandGroup {
	const commands = account.workspaces.flatMap((workspace) =>
		workspace.sites
			.filter(({ id }) => id !== here.site?.id)
			.map((site) => ({
				id: site.id,
				name: visibleText(site.name),
				note: visibleText(workspace.name),
				run: () => go(siteSections(site)[0]!.href),
			})),
	);
	return { name: 'Sites', commands };
}

/** The prompts of the site, the newest first: more of them with each page that arrives. */
export async function* listPrompts(
	{ site }: Place,
	client: Client,
	go: Go,
): AsyncGenerator<CommandGroup> {
	let commands: Command[] = [];
	// Those of the site before are gone.
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
