import type { Action } from '@feedback/contract';

import { formatNumber } from '#lib/text/format-number.ts';
import { quote } from '#lib/text/visible-text.ts';

import type { Grant } from './read-connections.ts';

const verbs: Record<Action, string> = {
	'site:create': 'Create sites',
	'prompt:draft': 'Save drafts of prompts',
	'prompt:publish': 'Publish prompts',
	'launcher:set': 'Set the feedback button',
	'response:read': 'Read responses',
};

export function describeAction(action: Action): string {
	return verbs[action];
}

/** Describes a grant: `Publish revision 3 of one prompt on “Reports”, once`. */
export function describeGrant(grant: Grant, sites: Map<string, string>): string {
	const site = grant.site === null ? undefined : (sites.get(grant.site) ?? 'a site');
	const where = site === undefined ? '' : ` on ${quote(site)}`;
	return `${describeGrantedAction(grant)}${where}${grant.mode === 'once' ? ', once' : ''}`;
}

function describeGrantedAction({
	action,
	prompt,
	revision,
	site_name: name,
	conditions,
}: Grant): string {
	if (conditions !== null) return 'Publish revisions without asking';
	if (name !== null) return `Create the site ${quote(name)}`;
	if (action !== 'prompt:publish' || prompt === null) return describeAction(action);
	return revision === null
		? 'Pause, resume and archive one prompt'
		: `Publish revision ${revision} of one prompt`;
}

/** @example describeUses(3); // 'used 3 times' */
export function describeUses(uses: number): string {
	if (uses === 0) return 'not used yet';
	return uses === 1 ? 'used once' : `used ${formatNumber(uses)} times`;
}
