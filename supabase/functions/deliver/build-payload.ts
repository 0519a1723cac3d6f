import { payloadVersion, type EventType, type Payload } from '@feedback/contract';

import type { ClaimedDelivery } from './claimed-delivery.ts';
import { linkTo } from './link-to.ts';

/** Builds the body of a webhook: the database's data, and links into the dashboard. */
export function buildPayload(delivery: ClaimedDelivery, dashboardUrl: string): Payload {
	const { site, message, data } = delivery;
	const type = message.type as EventType;
	const url = linkTo(dashboardUrl, site.id, type, data);
	return {
		type,
		version: payloadVersion,
		timestamp: message.at,
		site: { id: site.id, site_id: site.site_id, name: site.name },
		...(message.test && { test: true }),
		data: { ...data, ...(url !== undefined && { url }) },
	} as Payload;
}
