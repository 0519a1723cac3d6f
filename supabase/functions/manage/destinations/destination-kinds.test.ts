// What holds for every kind of destination that the contract describes.
import { destinationDescriptions, destinationKinds, routes } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { stageApprovals } from '../../tests/approvals.ts';
import { destinationExamples } from '../../tests/destination-examples.ts';

const at = stageApprovals();

describe.each(destinationKinds)('the kind %s', (kind) => {
	const { secretSettings, hasSigningSecret, describeTarget } = destinationDescriptions[kind];
	const example: Record<string, unknown> = destinationExamples[kind];

	const create = async () => {
		const input = { site: at.site.id, ...example } as never;
		return (await at.manage.ask(at.owner, 'createDestination', input)).body;
	};
	const request = async () => {
		await at.grant('response:read', {}, { mode: 'until' });
		const input = { site: at.site.id, ...example } as never;
		const { body } = await at.manage.ask(at.agent, 'requestDestination', input);
		return routes.requestDestination.output.parse(body);
	};

	it('keeps its secret settings from everyone, and an unrelated change keeps their values', async () => {
		const asked = await request();
		const { id } = await create();
		const sealed = () => at.sites.sql`
			select to_jsonb(d) -> 'sealed_url' as url from app.destinations d where id = ${id}`;
		const before = await sealed();
		const changed = await at.manage.ask(at.owner, 'updateDestination', {
			site: at.site.id,
			destination: id,
			name: 'New name',
		});
		expect(changed.body.name).toBe('New name');
		expect(await sealed()).toEqual(before);
		const listed = await at.manage.ask(at.owner, 'listDestinations', { site: at.site.id });
		const stored = await at.sites.sql`
			select to_jsonb(d)::text as destination, (select jsonb_agg(r)::text from app.destination_requests r) as requests,
				(select jsonb_agg(l)::text from app.audit_log l) as log
			from app.destinations d where id = ${id}`;
		const seen = JSON.stringify([asked, changed.body, listed.body, stored]);
		for (const setting of secretSettings) expect(seen).not.toContain(example[setting]);
	});

	it('shows the person who approves it where messages go', async () => {
		const { settings, host } = await request();
		const target = describeTarget({ ...settings, host });
		expect(target).toMatch(/^[A-Z].+\.$/);
		expect(target).not.toMatch(/undefined|null/);
		expect(host).not.toBe('');
	});

	it(`creates ${hasSigningSecret ? 'a' : 'no'} secret that signs`, async () => {
		const { id, secret } = await create();
		expect(typeof secret).toBe(hasSigningSecret ? 'string' : 'object');
		const place = { site: at.site.id, destination: id };
		const rotated = await at.manage.ask(at.owner, 'rotateDestinationSecret', place);
		expect(rotated.status).toBe(hasSigningSecret ? 200 : 404);
		const { id: asked, sha256 } = await request();
		const approval = { request: asked, sha256 };
		const approved = await at.manage.ask(at.owner, 'approveDestinationRequest', approval);
		expect(typeof approved.body.secret).toBe(hasSigningSecret ? 'string' : 'object');
	});
});
