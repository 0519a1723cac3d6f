/** Settings of a webhook. */
export const webhook = {
	kind: 'webhook' as const,
	name: 'Backend',
	url: 'https://example.com/feedback',
	event_types: ['response.closed' as const],
};
