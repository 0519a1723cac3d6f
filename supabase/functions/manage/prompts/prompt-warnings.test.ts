// Published prompts that cannot be displayed, in the list of prompts and in the reasons of one prompt.
import type { PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

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

const publish = (survey_id: string, more: Partial<PromptInput>) =>
	team.sites.publish(team.site.siteId, { survey_id, limits: { show: 'always' }, ...more } as never);

async function report(name: string, times = 1) {
	for (let count = 0; count < times; count += 1) {
		const caller = newCaller(team.site.siteId, sdk.clock.now);
		const events = [newEvent(name, sdk.clock.now)];
		await sdk.post('/events', { ...caller, events, decide: true });
	}
}

const list = async () => {
	const { site } = team;
	const { body } = await team.manage.ask(team.viewer, 'listPromptWarnings', { site: site.id });
	return body.items.map(({ survey_id, warning }) => `${survey_id}: ${warning}`);
};

it('are listed with the reason, until it is gone', async () => {
	const fine = { trigger: { events: ['page.read'] } };
	await publish('fine', fine);
	await publish('silent', { trigger: { events: ['never.sent'] } });
	await publish('from-backend', { trigger: { events: ['page.read'], source: 'backend' } });
	await publish('over', { ...fine, timing: { ends_at: '2026-01-01T00:00:00Z' } } as never);
	await publish('spent', {
		trigger: { events: ['import.done'] },
		budget: { displays: 1 },
	} as never);
	await publish('for-nobody', {
		trigger: { events: ['export.done'] },
		audience: { trait: 'plan', op: 'is', value: 'none' },
	});
	await publish('draft-later', { trigger: { events: ['never.sent.too'] } });
	await team.sites.sql`update app.prompts set state = 'paused' where survey_id = 'draft-later'`;
	await report('page.read');
	await report('import.done');
	await report('export.done', 29);
	expect((await list()).sort()).toEqual([
		'from-backend: no_site_key',
		'over: ended',
		'silent: event_never_seen',
		'spent: budget_spent',
	]);
	await report('export.done');
	await report('never.sent');
	const { site } = team;
	await team.manage.ask(team.owner, 'createSiteKey', { site: site.id, name: 'Backend' });
	expect((await list()).sort()).toEqual([
		'for-nobody: audience_of_nobody',
		'over: ended',
		'spent: budget_spent',
	]);
	const { body } = await team.manage.ask(team.viewer, 'getReasons', {
		site: site.id,
		prompt: 'for-nobody',
	});
	expect(body).toMatchObject({
		first_reason: 'audience',
		warnings: [
			{
				warning: 'audience_of_nobody',
				sentence: 'Its audience let nobody in during the last seven days.',
			},
		],
	});
});
