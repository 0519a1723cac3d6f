import type { NewResultLink, RouteOutput } from '@feedback/contract';

import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { findDashboard } from '../../settings/find-dashboard.ts';
import { describeState, type Link } from './render.ts';

export function listLinks(
	{ client, withApproval }: Context,
	site: string,
	prompt: string,
): Promise<RouteOutput<'listResultLinks'>> {
	return withApproval({ action: 'response:read', site }, () =>
		client.listResultLinks({ site, prompt }),
	);
}

/** Finds the link with this UUID or these first characters, or the only active link with this name, ignoring case. */
export function findLink(links: readonly Link[], prompt: string, named: string): Link {
	const wanted = named.toLowerCase();
	const exact = links.find(({ id, prefix }) => id === wanted || prefix === named.replace(/…$/, ''));
	if (exact) return exact;
	const ofName = links.filter(({ name }) => name.toLowerCase() === wanted);
	const active = ofName.filter((link) => describeState(link) === 'active');
	const next = [['feedback', 'link', 'list', prompt]];
	if (active.length > 1) {
		throw new Failure('usage', `${active.length} active links have the name "${named}".`, {
			hint: 'Give the UUID of one.',
			next,
		});
	}
	const found = active[0] ?? ofName[0];
	if (found) return found;
	throw new Failure('not_found', `The prompt has no link "${named}".`, { next });
}

/** The page of results with its dialog open: filled in for a new link, or for the link to revoke. */
export function findShareDialog(
	{ settings }: Context,
	{ site, prompt }: { site: string; prompt: string },
	asked: { share: NewResultLink } | { revoke: string },
): string {
	const query = new URLSearchParams(
		'share' in asked ? { share: JSON.stringify(asked.share) } : asked,
	);
	return `${findDashboard(settings)}/sites/${site}/prompts/${prompt}/results?${query}`;
}
