// What a team noted about a text is deleted with it.
import { limits } from '@feedback/contract';
import { afterAll, describe, expect, it } from 'vitest';

import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import { openTestInbox } from '../../tests/inbox.ts';
import { join, signIn } from '../../tests/people.ts';

const { team, site, respond, makeSubject, list, change, clear, texts, countTriage, triage } =
	await openTestInbox();
afterAll(() => team.end());

describe('a team’s notes are deleted with their text', () => {
	it('when the response is deleted', async () => {
		await clear();
		const response = await respond({ answers: { why: 'Slow' } });
		await triage(response);
		expect(await countTriage()).toEqual({ texts: 1, tagged: 1, notes: 1 });
		await team.manage.ask(team.owner, 'deleteResponse', { site, response });
		expect(await countTriage()).toEqual({ texts: 0, tagged: 0, notes: 0 });
	});

	it('when the visitor withdraws the text', async () => {
		const response = await respond({ answers: { why: 'Slow' } });
		await triage(response);
		await team.sites.sql`
			update app.responses set answers = '{}' where site_id = ${site} and display_id = ${response}`;
		expect(await countTriage()).toEqual({ texts: 0, tagged: 0, notes: 0 });
	});

	it('when the visitor is erased', async () => {
		await clear();
		const subject = await makeSubject('eve');
		await triage(await respond({ answers: { why: 'Slow' }, subject }));
		const { status } = await team.manage.ask(team.owner, 'eraseVisitor', { site, account: 'eve' });
		expect(status).toBe(200);
		expect(await countTriage()).toEqual({ texts: 0, tagged: 0, notes: 0 });
	});

	it('when the prompt is deleted, unless its responses are kept', async () => {
		await clear();
		const soon = new Date(Date.now() + (limits.deletion.undoDays * 24 + 1) * 3_600_000);
		for (const keep of [true, false]) {
			const of = await team.sites.publish(team.site.siteId, { survey_id: `gone-${keep}` });
			const id = mintUuidv7(Date.now());
			await team.sites.sql`
				insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
				values (${site}, ${id}, ${of}, 1, 1, true, '{"why": "Slow"}', '{}', now(), now())`;
			await triage(id);
			await team.manage.ask(team.owner, 'deletePrompt', {
				site,
				prompt: of,
				confirm: `gone-${keep}`,
				keep_responses: keep,
			});
			for (let next = 'deletions'; next === 'deletions';) {
				[{ next }] = await team.sites.sql<[{ next: string }]>`
					select app.maintain('deletions', ${soon}, 1000) as next`;
			}
			const left = keep ? 1 : 0;
			expect(await countTriage()).toEqual({ texts: left, tagged: left, notes: left });
			await clear();
		}
	});

	it('an assignment, when the member leaves', async () => {
		const leaving = await signIn();
		await join(team.sites.sql, team.site.workspace, leaving, 'viewer');
		const response = await respond({ answers: { why: 'Slow' } });
		await change(response, { assignee: leaving.id });
		expect(await texts({ assignee: leaving.id })).toEqual(['Slow']);
		await team.manage.ask(team.owner, 'removeMember', {
			workspace: team.site.workspace,
			person: leaving.id,
		});
		const { items } = await list({ assignee: 'none' });
		expect(items).toMatchObject([{ response, assignee: null }]);
	});
});
