/** Why a published prompt cannot be displayed, whatever visitors do. */
export const promptWarnings = {
	no_site_key:
		'Only the backend of the app may trigger it, and the site has no site key with which a backend reports events.',
	event_never_seen: 'No event of its trigger was ever reported.',
	audience_of_nobody: 'Its audience let nobody in during the last seven days.',
	budget_spent: 'Its budget is spent.',
	ended: 'Its end date has passed.',
} as const;

export type PromptWarning = keyof typeof promptWarnings;

export const promptWarningNames = Object.keys(promptWarnings) as [
	PromptWarning,
	...PromptWarning[],
];
