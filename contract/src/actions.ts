/** The actions that a person can approve for a connection. */
export const actions = {
	'site:create': 'create a site in the workspace',
	'prompt:draft':
		'create prompts, audiences and saved filters, save changes to them, and delete drafts',
	'prompt:publish': 'publish, pause, resume and archive prompts',
	'response:read': 'read responses, raw events and why a prompt did not show',
} as const;

export type Action = keyof typeof actions;

/**
 * Phrases the action of a grant request. `prompt:publish` with a revision means to publish it, without one
 * to pause, resume or archive.
 *
 * @example
 * sayAsked({ action: 'prompt:publish', revision: 3 }); // 'publish revision 3 of the prompt'
 */
export function sayAsked({
	action,
	revision,
	site_name,
}: {
	action: Action;
	revision?: number | null;
	site_name?: string | null;
}): string {
	if (action === 'site:create' && site_name != null) {
		return `create the site “${site_name}” in the workspace`;
	}
	if (action !== 'prompt:publish') return actions[action];
	return revision == null
		? 'pause, resume or archive the prompt'
		: `publish revision ${revision} of the prompt`;
}

/** The default mode and duration of an approval. */
export const grantDefaults: Record<Action, { mode: 'once' | 'until'; hours: number }> = {
	'site:create': { mode: 'once', hours: 24 },
	'prompt:draft': { mode: 'until', hours: 7 * 24 },
	'prompt:publish': { mode: 'once', hours: 24 },
	'response:read': { mode: 'until', hours: 24 },
};
