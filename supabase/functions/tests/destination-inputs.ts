// The inputs of the routes for destinations and for requests of destinations.

import { createUnconfirmedRecipient } from '../../tests/destinations.ts';
import type { TestPerson } from './people.ts';
import type { RouteFixtures, World } from './route-fixtures.ts';
import { slackCode } from './slack.ts';
import { webhook } from './webhook.ts';

/** An input for every route of destinations. */
export function createDestinationInputs(
	{ sites, manage, site, host }: World,
	fresh: RouteFixtures['fresh'],
) {
	return {
		listDestinations: () => ({ site: site.id }),
		getDestination: async () => ({ site: site.id, destination: await fresh.destination() }),
		createDestination: async () => {
			await sites.sql`delete from app.destinations where site_id = ${site.id}`;
			return { site: site.id, ...webhook };
		},
		updateDestination: async () => ({
			site: site.id,
			destination: await fresh.destination(),
			name: 'Acme Reports',
		}),
		pauseDestination: async () => ({ site: site.id, destination: await fresh.destination() }),
		resumeDestination: async () => ({ site: site.id, destination: await fresh.destination() }),
		deleteDestination: async () => ({ site: site.id, destination: await fresh.destination() }),
		rotateDestinationSecret: async () => ({
			site: site.id,
			destination: await fresh.destination(),
		}),
		finishDestinationRotation: async () => {
			const destination = await fresh.destination();
			const { body } = await manage.ask(host, 'rotateDestinationSecret', {
				site: site.id,
				destination,
			});
			return { site: site.id, destination, secret: body.secret };
		},
		resendConfirmation: () => createUnconfirmedRecipient(sites.sql, site.id),
		getSlackApp: () => ({ site: site.id }),
		beginSlackAuthorization: () => ({ site: site.id }),
		finishSlackAuthorization: async (by: TestPerson) => ({
			site: site.id,
			// Those who may not begin have none.
			state:
				(await manage.ask(by, 'beginSlackAuthorization', { site: site.id })).body.state ?? 'none',
			code: slackCode,
		}),
		testDestination: async () => ({ site: site.id, destination: await fresh.destination() }),
		listDeliveries: async () => {
			const { destination } = await fresh.delivery();
			return { site: site.id, destination };
		},
		getDelivery: () => fresh.delivery(),
		redeliverMessage: () => fresh.delivery(),
		redeliverMessages: async () => ({
			site: site.id,
			destination: await fresh.destination(),
			since: '2026-01-01T00:00:00Z',
			until: '2026-01-02T00:00:00Z',
		}),
		previewResponses: async () => ({ ...(await fresh.slack()), title: 'Low scores' }),
		sendResponses: async () => ({ ...(await fresh.slack()), title: 'Low scores' }),
		listIssues: () => ({ site: site.id }),
		requestDestination: () => ({ site: site.id, ...webhook }),
		requestDestinationChange: async () => ({
			site: site.id,
			destination: await fresh.destination(),
			name: 'Acme Reports',
		}),
		listDestinationRequests: () => ({}),
		getDestinationRequest: async (by: TestPerson) => ({
			request: (await fresh.destinationRequest(by)).request,
		}),
		approveDestinationRequest: (by: TestPerson) => fresh.destinationRequest(by),
		denyDestinationRequest: async (by: TestPerson) => ({
			request: (await fresh.destinationRequest(by)).request,
		}),
	};
}
