// Tokens for browsers, which a member makes: they show what the member may see, as long as they may see it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';
import type { EventsResponse } from '../../../../contract/src/wire.ts';

let team: TestWorkspace;
let sdk: TestSdk;
beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl, { keyring: team.manage.keyring });
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

let maker: TestPerson;
beforeEach(async () => {
	maker = await signIn();
	await join(team.sites.sql, team.site.workspace, maker, 'editor');
});

const member = () => ({ workspace: team.site.workspace, person: maker.id });
const remove = () => team.manage.ask(team.owner, 'removeMember', member());
const change = (role: 'viewer' | 'owner') =>
	team.manage.ask(team.owner, 'changeMember', { ...member(), role });

describe('a preview token', () => {
	const make = async () => {
		const content = writePrompt({ trigger: { events: ['report.exported'] } });
		const { id } = (
			await team.manage.ask(team.editor, 'createPrompt', { site: team.site.id, content })
		).body;
		const input = { site: team.site.id, prompt: id, revision: 1 };
		const { token } = (await team.manage.ask(maker, 'createPreviewToken', input)).body;
		return async () => {
			const caller = { ...newCaller(team.site.siteId, sdk.clock.now), token };
			return (await sdk.post('/preview', caller)).status;
		};
	};

	it('ends with its maker’s membership', async () => {
		const preview = await make();
		expect(await preview()).toBe(200);
		await remove();
		expect(await preview()).toBe(403);
	});

	it('ends when its maker may no longer make one', async () => {
		const preview = await make();
		await change('owner');
		expect(await preview()).toBe(200);
		await change('viewer');
		expect(await preview()).toBe(403);
	});
});

describe('a debug token', () => {
	const make = async () => {
		const { token } = (await team.manage.ask(maker, 'createDebugToken', { site: team.site.id }))
			.body;
		const name = `made.${crypto.randomUUID().slice(0, 8)}`;
		await team.sites.publish(team.site.siteId, {
			survey_id: name.replace('.', '-'),
			trigger: { events: [name] },
			audience: { identified: true },
		});
		return async () => {
			const { now } = sdk.clock;
			const caller = { ...newCaller(team.site.siteId, now), debug: token };
			const report = { ...caller, decide: true, events: [newEvent(name, now)] };
			const { body } = await sdk.post<EventsResponse>('/events', report);
			return 'facts' in body.decision!;
		};
	};

	it('ends with its maker’s membership', async () => {
		const showsFacts = await make();
		expect(await showsFacts()).toBe(true);
		await change('viewer');
		expect(await showsFacts()).toBe(true);
		await remove();
		expect(await showsFacts()).toBe(false);
	});
});
