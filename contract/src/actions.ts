/** What a person approves for a connection, one at a time. */
export const actions = {
	'site:create': 'create a site in the workspace',
	'prompt:draft': 'create prompts and save revisions of them',
	'prompt:publish': 'publish, pause, resume and archive prompts',
	'response:read': 'read responses, raw events and why a prompt did not show',
} as const;

export type Action = keyof typeof actions;

/** How an approval is given unless the person says otherwise. */
export const grantDefaults: Record<Action, { mode: 'once' | 'until'; hours: number }> = {
	'site:create': { mode: 'once', hours: 24 },
	'prompt:draft': { mode: 'until', hours: 7 * 24 },
	'prompt:publish': { mode: 'once', hours: 24 },
	'response:read': { mode: 'until', hours: 24 },
};
