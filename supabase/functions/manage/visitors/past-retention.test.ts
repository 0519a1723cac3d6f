// The API never returns expired data, even if maintenance has not deleted it yet.
import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { EventsResponse } from '../../../../contract/src/wire.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let sdk: TestSdk;
let site: string;
beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl);
	site = team.site.id;
	await team.sites.publish(team.site.siteId, {
		survey_id: 'rated',
		trigger: { events: ['rated'] },
	});
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

/** An account with one visitor, who saw the prompt and answered it the given number of days ago. */
async function visit(account: string, days: number) {
	const caller = newCaller(team.site.siteId, sdk.clock.now);
	const { body } = await sdk.post<EventsResponse>('/events', {
		...caller,
		identify: { account, traits: { plan: account } },
		events: [newEvent('rated', sdk.clock.now)],
		decide: true,
	});
	if (body.decision?.reason !== 'displayed') throw new Error('The prompt was not displayed.');
	const { id: display, secret } = body.decision.display;
	const answers = { score: 4 };
	await sdk.post('/answer', { site: caller.site, display, secret, seq: 1, final: true, answers });
	const { sql } = team.sites;
	const ago = `${days} days`;
	await sql`update app.visitors set last_seen_at = now() - ${ago}::interval where site_id = ${site} and id = ${caller.visitor}`;
	await sql`update app.subjects set last_seen_at = now() - ${ago}::interval where site_id = ${site} and account = ${account}`;
	await sql`update app.displays set reserved_at = now() - ${ago}::interval where site_id = ${site} and id = ${display}`;
	await sql`
		delete from app.events e using app.sites s, app.visitors v
		where s.id = ${site} and v.site_id = s.id and v.id = ${caller.visitor} and e.site = s.key and e.visitor = v.key`;
	return { visitor: caller.visitor, display };
}

async function answersAbout(account: string, visitor: string, display: string) {
	const ask = team.manage.ask.bind(team.manage);
	const { viewer, owner } = team;
	const find = async (whom: { account: string } | { visitor: string }) =>
		(await ask(viewer, 'findVisitor', { site, ...whom })).status;
	const kept = await ask(owner, 'exportVisitor', { site, account });
	const response = await ask(viewer, 'getResponse', { site, response: display });
	const ofAccount = await ask(viewer, 'listResponses', { site, account });
	const traits = await ask(viewer, 'listTraits', { site });
	const event = { name: 'rated' };
	const rules = await ask(viewer, 'testRules', { site, visitor, event });
	const rulesOfAccount = await ask(viewer, 'testRules', { site, account, event });
	return {
		found: [await find({ account }), await find({ visitor })],
		exported: Object.entries(kept.body)
			.map(([kind, rows]) => `${kind}: ${(rows as unknown[]).length}`)
			.sort(),
		response: [
			response.status,
			response.body.account,
			response.body.visitor,
			response.body.display,
		],
		responses: ofAccount.body.items.length,
		traits: JSON.stringify(traits.body).includes(account),
		rules: [rules.status, rulesOfAccount.status],
	};
}

describe('a visitor', () => {
	it('is returned until the last day of its retention', async () => {
		const { visitor, display } = await visit('ada', limits.visitor.days - 1);
		expect(await answersAbout('ada', visitor, display)).toEqual({
			found: [200, 200],
			exported: [
				'deleted_responses: 0',
				'displays: 1',
				'events: 0',
				'responses: 1',
				'screenshots: 0',
				'subjects: 1',
				'visitor_versions: 0',
				'visitors: 1',
			],
			response: [200, 'ada', visitor, expect.anything()],
			responses: 1,
			traits: true,
			rules: [200, 200],
		});
	});

	it('is not returned afterwards, but the response is', async () => {
		const { visitor, display } = await visit('grace', limits.visitor.days + 1);
		expect(await answersAbout('grace', visitor, display)).toEqual({
			found: [404, 404],
			exported: [
				'deleted_responses: 0',
				'displays: 0',
				'events: 0',
				'responses: 0',
				'screenshots: 0',
				'subjects: 0',
				'visitor_versions: 0',
				'visitors: 0',
			],
			response: [200, null, null, null],
			responses: 0,
			traits: false,
			rules: [404, 404],
		});
	});
});
