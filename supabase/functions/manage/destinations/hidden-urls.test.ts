// The URL of a webhook often contains a credential: only owners read it, whichever route they ask.
import { routes, type Route, type RouteInput, type RouteName } from '@feedback/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createBuckets } from '../../_shared/http/bucket.ts';
import { createDestination } from '../../../tests/destinations.ts';
import { openManage, type TestManage } from '../../tests/manage.ts';
import type { TestPerson } from '../../tests/people.ts';
import { openRouteInputs, type RouteInputs } from '../../tests/route-inputs.ts';

let opened: RouteInputs;
let manage: TestManage;
beforeAll(async () => {
	opened = await openRouteInputs();
	const buckets = createBuckets({ perSecond: 1_000, burst: 10_000 });
	manage = openManage(opened.sites.manageUrl, { keyring: opened.manage.keyring, buckets });
});
afterAll(async () => {
	await manage.end();
	await opened.end();
});

const url = 'https://example.com/hooks/SECRET-PATH?key=SECRET-KEY';

/** A webhook of this URL. What the inputs of other routes need may have deleted the last one. */
async function addWebhook(): Promise<string> {
	await opened.sites.sql`delete from app.destinations`;
	return createDestination(opened.sites.sql, opened.site.id, { url });
}

const read = async (caller: TestPerson, name: RouteName, by = caller) => {
	const input = Object.assign({}, await opened.inputs[name](by)) as Record<string, unknown>;
	const [delivery] = await opened.sites.sql`select message_id as message from app.deliveries`;
	const destination = await addWebhook();
	if ('destination' in input) input['destination'] = destination;
	if ('message' in input) {
		await opened.sites.sql`
			insert into app.deliveries (site_id, destination_id, message_id, type, state, created_at, next_at)
			values (${opened.site.id}, ${destination}, ${delivery!['message']}, 'response.closed', 'delivered', now(), now())`;
	}
	const { status, body } = await manage.ask(caller, name, input as RouteInput<typeof name>);
	return { status, text: JSON.stringify(body) };
};

const reading = Object.entries<Route>(routes).flatMap(([name, { method }]) =>
	method === 'GET' ? [name as RouteName] : [],
);

it.each(['listDestinations', 'getDestination'] as const)(
	'an owner reads it with %s',
	async (name) => {
		expect((await read(opened.people.owner, name)).text).toContain(url);
	},
);

it.each(reading)('%s does not show it to others', async (name) => {
	const { viewer, editor, owner } = opened.people;
	const agent = await opened.connectReader(owner);
	for (const caller of [viewer, editor, agent]) {
		const { status, text } = await read(caller, name, caller === agent ? owner : caller);
		expect(text).not.toContain('SECRET');
		if (/^(list|get)(Destinations?|Deliver)/.test(name) && !/Request/.test(name))
			expect(status).toBe(200);
	}
});

it('a connection changes something else without knowing it, and the URL stays', async () => {
	const { owner } = opened.people;
	const agent = await opened.connectReader(owner);
	const destination = await addWebhook();
	const input = { site: opened.site.id, destination, name: 'Renamed' };
	const { body: asked } = await manage.ask(agent, 'requestDestinationChange', input);
	expect(JSON.stringify(asked)).not.toContain('SECRET');
	const { id: request, sha256 } = asked;
	await manage.ask(owner, 'approveDestinationRequest', { request, sha256 });
	const { body } = await manage.ask(owner, 'getDestination', { site: opened.site.id, destination });
	expect([body.name, body.url]).toEqual(['Renamed', url]);
});
