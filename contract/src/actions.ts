/** The actions that a person can approve for a connection. */
export const actions = {
	'site:create': 'create a site in the workspace',
	'prompt:draft':
		'create prompts, audiences and saved filters, save changes to them, and delete drafts',
	'prompt:publish': 'publish, pause, resume and archive prompts',
	'launcher:set': 'set and remove the feedback button of a site',
	'response:read': 'read responses, raw events and why a prompt did not show',
} as const;

export type Action = keyof typeof actions;

/**
 * Whether the action changes what visitors see. A person confirms it once more while a connection of theirs may have
 * read responses, whose text could influence it.
 */
export function reachesVisitors(action: Action): boolean {
	return action === 'prompt:publish' || action === 'launcher:set';
}

/**
 * Phrases the action of a grant request. `prompt:publish` with a revision means to publish it, without one
 * to pause, resume or archive; `launcher:set` with null means to remove the button.
 *
 * @example
 * sayAsked({ action: 'prompt:publish', revision: 3 }); // 'publish revision 3 of the prompt'
 */
export function sayAsked({
	action,
	revision,
	site_name,
	launcher,
}: {
	action: Action;
	revision?: number | null;
	site_name?: string | null;
	launcher?: { survey_id: string } | null;
}): string {
	if (action === 'site:create' && site_name != null) {
		return `create the site “${site_name}” in the workspace`;
	}
	if (action === 'launcher:set' && launcher !== undefined) {
		return launcher === null
			? 'remove the feedback button of the site'
			: `set the feedback button of the site, which opens “${launcher.survey_id}”`;
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
	'launcher:set': { mode: 'once', hours: 24 },
	'response:read': { mode: 'until', hours: 24 },
};
