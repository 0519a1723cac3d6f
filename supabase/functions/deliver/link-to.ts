import type { EventType } from '@feedback/contract';

/** Returns the dashboard's page for the subject of a message; undefined when there is none. */
export function linkTo(
	dashboardUrl: string,
	site: string,
	type: EventType,
	data: Record<string, unknown>,
): string | undefined {
	const pages = `${dashboardUrl}/sites/${site}`;
	switch (type) {
		case 'response.created':
		case 'response.updated':
		case 'response.closed':
			return `${pages}/responses?response=${String(data['id'])}`;
		case 'prompt.published':
		case 'prompt.paused':
			return `${pages}/prompts/${(data['prompt'] as { id: string }).id}`;
		case 'budget.reached': {
			const prompt = data['prompt'] as { id: string } | null;
			return prompt ? `${pages}/prompts/${prompt.id}` : `${pages}/settings/limits`;
		}
		case 'approval.requested':
		case 'approval.decided':
		case 'approval.expired':
			return linkToRequest(dashboardUrl, data as { id: string; action: string });
		case 'visitor.erased':
			return undefined;
		default:
			return type satisfies never;
	}
}

/** Returns the dashboard's page on which a person decides on an approval request. */
export function linkToRequest(
	dashboardUrl: string,
	{ id, action }: { id: string; action: string },
): string {
	const folder = action.startsWith('destination:') ? 'approvals/destinations' : 'approvals';
	return `${dashboardUrl}/${folder}/${id}`;
}

/** Returns the dashboard's page for a visitor's events. */
export function linkToVisitor(dashboardUrl: string, site: string, visitor: string): string {
	return `${dashboardUrl}/sites/${site}/events?visitor=${visitor}`;
}
