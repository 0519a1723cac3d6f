// Answers that are stored while what they belong to is deleted: all lock the display first, then response and pictures.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { waitBehind } from '../../tests/wait-behind.ts';
import { openManage, type TestManage } from '../tests/manage.ts';
import { join, signIn, type TestPerson } from '../tests/people.ts';
import { webpOf } from '../tests/pictures.ts';
import { openScreenshots, type TestScreenshots } from '../tests/screenshots.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSite, type TestSites } from '../tests/sites.ts';
import type { TestSql } from '../../tests/harness.ts';
import type { EventsResponse } from '../../../contract/src/wire.ts';

let sites: TestSites;
let manage: TestManage;
let sdk: TestSdk;
let pictures: TestScreenshots;
let site: TestSite;
let owner: TestPerson;

beforeAll(async () => {
	sites = await openSites();
	manage = openManage(sites.manageUrl);
	sdk = openSdk(sites.ingestUrl, { keyring: manage.keyring });
	pictures = openScreenshots(sites.ingestUrl, manage.keyring, { files: manage.files });
	site = await sites.makeSite();
	owner = await signIn();
	await join(sites.sql, site.workspace, owner);
	await sites.publish(site.siteId, {
		survey_id: 'bug',
		name: 'Bug report',
		trigger: { events: ['bug.met'] },
		limits: { show: 'always', site_limits: 'ignore' },
		questions: [
			{ id: 'problem', type: 'long_text', title: 'What went wrong?' },
			{ id: 'page', type: 'screenshot', title: 'A picture of it?' },
		],
	});
});
afterAll(async () => {
	await Promise.all([manage.end(), sdk.end(), pictures.end()]);
	await sites.end();
});

/** A display of the prompt to a new account. */
async function openDisplay(account: string) {
	const { body } = await sdk.post<EventsResponse>('/events', {
		...newCaller(site.siteId, sdk.clock.now),
		identify: { account },
		events: [newEvent('bug.met', sdk.clock.now)],
		decide: true,
	});
	const { decision } = body;
	if (decision?.reason !== 'displayed') throw new Error(`The decision is ${decision?.reason}.`);
	const { id: display, secret } = decision.display;
	return { site: site.siteId, display, secret };
}

const admin = () => sites.sql as unknown as TestSql;
/** Resolves once this many connections wait for a lock. */
async function areWaiting(count: number): Promise<void> {
	await expect
		.poll(
			async () =>
				(
					await admin()`
					select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
				).length,
		)
		.toBe(count);
}

it('a final answer with a picture is stored while the first one is deleted', async () => {
	const target = await openDisplay('ada');
	const { body: sent } = await pictures.send({ ...target, question: 'page' }, webpOf(40, 30));
	const answers = { problem: 'It is blank', page: sent.screenshot };
	await sdk.post('/answer', { ...target, seq: 1, final: false, answers: { problem: 'It' } });
	let deleting: Promise<{ count: number }> | undefined;
	const { status } = await waitBehind(
		admin(),
		(tx) => tx`select from app.screenshots where id = ${sent.screenshot} for update`,
		() => sdk.post('/answer', { ...target, seq: 2, final: true, answers }),
		async () => {
			deleting = Promise.resolve(
				admin()`delete from app.responses where display_id = ${target.display}`,
			);
			await areWaiting(2);
		},
	);
	expect(status).toBe(200);
	expect((await deleting!).count).toBe(1);
});

it('an erasure leaves no answer that was stored at the same time', async () => {
	const target = await openDisplay('bob');
	const { body } = await waitBehind(
		admin(),
		(tx) => tx`
			select app.store_answers(${site.id}, ${target.display}, 1, true, '{"problem": "Mine"}', null)`,
		() => manage.ask(owner, 'eraseVisitor', { site: site.id, account: 'bob' }),
	);
	expect(body.counts).toMatchObject({ responses: 1, displays: 1 });
	const left = await admin()`select from app.responses where display_id = ${target.display}`;
	expect(left).toHaveLength(0);
	const late = { ...target, seq: 2, final: true, answers: { problem: 'Late' } };
	expect((await sdk.post('/answer', late)).status).toBe(404);
});
