/** What a person approves for a connection, one at a time. */
export const actions = {
	'site:create': 'create a site in the workspace',
	'prompt:draft': 'create prompts and save revisions of them',
	'prompt:publish': 'publish, pause, resume and archive prompts',
	'response:read': 'read responses, raw events and why a prompt did not show',
} as const;

export type Action = keyof typeof actions;

/**
 * What one call asks for. A request to publish is about one revision; without one it is about the rest.
 *
 * @example
 * sayAsked({ action: 'prompt:publish', revision: 3 }); // 'publish revision 3 of the prompt'
 */
export function sayAsked({
	action,
	revision,
}: {
	action: Action;
	revision?: number | null;
}): string {
	if (action !== 'prompt:publish') return actions[action];
	return revision == null
		? 'pause, resume or archive the prompt'
		: `publish revision ${revision} of the prompt`;
}

/** How an approval is given unless the person says otherwise. */
export const grantDefaults: Record<Action, { mode: 'once' | 'until'; hours: number }> = {
	'site:create': { mode: 'once', hours: 24 },
	'prompt:draft': { mode: 'until', hours: 7 * 24 },
	'prompt:publish': { mode: 'once', hours: 24 },
	'response:read': { mode: 'until', hours: 24 },
};
