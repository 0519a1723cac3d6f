// The inbox: visitors' texts, text search, and a team's notes.
import { limits, type RouteInput } from '@feedback/contract';
import { afterAll, describe, expect, it } from 'vitest';

import { connect } from '../../tests/connections.ts';
import { openTestInbox, type Changes } from '../../tests/inbox.ts';
import { signIn } from '../../tests/people.ts';

const { team, site, prompt, respond, makeSubject, list, change, clear, texts, triage } =
	await openTestInbox();
afterAll(() => team.end());

describe('text answers', () => {
	it('are the texts that visitors wrote, and change with the response', async () => {
		await clear();
		const response = await respond({
			answers: { why: '  Too slow ', parts: ['exporting', { other: 'The menu' }] },
		});
		await respond({ answers: { why: ' \n', parts: ['api'] } });
		expect((await texts()).toSorted()).toEqual(['  Too slow ', 'The menu']);
		await triage(response);
		await team.sites.sql`
			update app.responses set answers = '{"why": "Too slow today"}', seq = 2
			where site_id = ${site} and display_id = ${response}`;
		const { items } = await list();
		expect(items).toMatchObject([
			{
				response,
				question: 'why',
				prompt,
				survey_id: 'inbox',
				title: 'Why?',
				text: 'Too slow today',
				status: 'done',
				notes: 1,
				tags: [{ name: 'Slow' }],
				assignee: { person: team.viewer.id },
			},
		]);
	});

	it('are found however the letters of a word are composed, in any case and width', async () => {
		await clear();
		const written = ['Café geschlossen', 'Cafe\u0301 geschlossen', 'ＣＡＦÉ　ｃｌｏｓｅｄ'];
		for (const why of written) await respond({ answers: { why } });
		for (const search of ['café', 'cafe\u0301', 'CAFÉ', 'ｃａｆé']) {
			expect((await texts({ search })).toSorted()).toEqual(written.toSorted());
			for (const filter of [
				{ search },
				{ condition: JSON.stringify({ answer: 'why', op: 'contains', value: search }) },
				{ condition: JSON.stringify({ answer: 'why', op: 'starts_with', value: search }) },
			]) {
				const input = { site, prompt, ...filter };
				const { body } = await team.manage.ask(team.viewer, 'listResponses', input);
				expect(body.items).toHaveLength(written.length);
			}
		}
		const without = JSON.stringify({ answer: 'why', op: 'not_contains', value: 'cafe\u0301' });
		const input = { site, prompt, condition: without };
		const { body } = await team.manage.ask(team.viewer, 'listResponses', input);
		expect(body.items).toEqual([]);
		const counted = await team.manage.ask(team.viewer, 'summarizeResponses', input);
		expect(counted.body.responses).toBe(0);
	});

	it('are found by words of the visitor in any inflection, never by a label', async () => {
		await clear();
		await respond({
			answers: { why: 'The exports are failing', parts: ['api'] },
			language: 'en-gb',
		});
		await respond({ answers: { why: 'Die Häuser sind schön' }, language: 'de-at' });
		await respond({ answers: { why: 'Exports of unknown language' } });
		await respond({ answers: { parts: ['exporting', 'api'] } });
		expect(await texts({ search: 'export fail' })).toEqual(['The exports are failing']);
		expect(await texts({ search: 'Haus' })).toEqual(['Die Häuser sind schön']);
		expect((await texts({ search: 'exports' })).toSorted()).toEqual([
			'Exports of unknown language',
			'The exports are failing',
		]);
		expect(await texts({ search: 'exporting' })).toEqual(['The exports are failing']);
		expect(await texts({ search: 'exports -failing' })).toEqual(['Exports of unknown language']);
		expect(await texts({ search: '"are failing"' })).toEqual(['The exports are failing']);
		expect(await texts({ search: 'api' })).toEqual([]);
		for (const search of ["'", '((', '"', 'a & | !', ':*', '-']) {
			expect((await team.manage.ask(team.viewer, 'listTextAnswers', { site, search })).status).toBe(
				200,
			);
		}
	});

	it('are not found by people and connections who may not read them', async () => {
		const stranger = await signIn();
		const answer = await team.manage.ask(stranger, 'listTextAnswers', { site, search: 'exports' });
		expect(answer.error).toMatchObject({ code: 'not_found' });
		const connection = await connect(team.sites.sql, team.manage, team.owner, [site]);
		const asked = await team.manage.ask(connection, 'listTextAnswers', { site, search: 'exports' });
		expect(asked.error).toMatchObject({ code: 'approval_required' });
		// Without the route, the search function checks its caller itself.
		const claims = JSON.stringify({ sub: stranger.id });
		const found = await team.sites.sql.begin(async (sql) => {
			await sql`select set_config('request.jwt.claims', ${claims}, true)`;
			await sql`set local role feedback_person`;
			return sql`select * from app.search_text_answers(${site}, 'exports')`;
		});
		expect(found).toHaveLength(0);
	});

	it('are listed in pages without gaps, even with the same time', async () => {
		await clear();
		for (let number = 1; number <= 5; number += 1) {
			await respond({ answers: { why: `Text ${number}`, parts: [{ other: `Part ${number}` }] } });
		}
		const seen: string[] = [];
		for (let cursor: string | undefined; ;) {
			const page = await list({ limit: 3, ...(cursor && { cursor }) });
			seen.push(...page.items.map(({ text }) => text));
			if (page.next === null) break;
			cursor = page.next;
		}
		expect(seen).toHaveLength(10);
		expect(new Set(seen).size).toBe(10);
		const wrong = await team.manage.ask(team.viewer, 'listTextAnswers', { site, cursor: 'x' });
		expect(wrong.error).toMatchObject({ code: 'invalid_request', field: 'cursor' });
	});

	it('are read by indexes', async () => {
		const explain = (sql: string) =>
			team.sites.sql.begin(async (tx) => {
				await tx`set local enable_seqscan = off`;
				await tx`set local role feedback_owner`;
				const rows = await tx.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${sql}`);
				return rows.map((row) => row['QUERY PLAN']).join('\n');
			});
		const from = `from app.text_answers t where t.site_id = '${site}'`;
		const newest = 'order by answered_at desc, display_id desc, question_id desc limit 51';
		expect(await explain(`select * ${from} and status = 'open' ${newest}`)).toContain(
			'Index Scan Backward using text_answers_open',
		);
		expect(await explain(`select * ${from} ${newest}`)).toContain(
			'Index Scan Backward using text_answers_newest',
		);
		// The statement of app.search_text_answers, for which row-level security would prevent the use of its index.
		const words = `from app.text_answers t where t.words @@ app.search_query('slow')`;
		expect(await explain(`select * ${words}`)).toContain('Bitmap Index Scan on text_answers_words');
	});

	it('are filtered by status, tag, assignee, prompt, question and time', async () => {
		await clear();
		const first = await respond({ answers: { why: 'First' }, at: '2026-03-01T10:00:00Z' });
		await respond({
			answers: { why: 'Second', parts: [{ other: 'Other' }] },
			at: '2026-03-02T10:00:00Z',
		});
		const { body } = await change(first, {
			status: 'done',
			assignee: team.viewer.id,
			add_tags: ['Crash'],
		});
		expect(await texts({ status: 'done' })).toEqual(['First']);
		expect((await texts({ status: 'open' })).toSorted()).toEqual(['Other', 'Second']);
		expect(await texts({ tag: body.tags[0]!.id })).toEqual(['First']);
		expect(await texts({ assignee: team.viewer.id })).toEqual(['First']);
		expect(await texts({ assignee: 'none', question: 'why' })).toEqual(['Second']);
		expect(await texts({ until: '2026-03-02T00:00:00Z' })).toEqual(['First']);
		expect(await texts({ since: '2026-03-02T00:00:00Z', question: 'parts' })).toEqual(['Other']);
		expect(await texts({ prompt: crypto.randomUUID() })).toEqual([]);
		const { body: inbox } = await team.manage.ask(team.viewer, 'getInbox', { site });
		expect(inbox).toMatchObject({ open: 2, done: 1, newest: expect.stringMatching(/^20/) });
		expect(inbox.tags.find(({ name }) => name === 'Crash')).toMatchObject({ answers: 1, open: 0 });
		expect(inbox.members.map(({ person }) => person).toSorted()).toEqual(
			[team.owner.id, team.editor.id, team.viewer.id].toSorted(),
		);
	});

	it('are filtered by a condition on the rest of the response, like responses', async () => {
		await clear();
		await respond({ answers: { why: 'Slow', parts: ['api'] } });
		await respond({ answers: { why: 'Fast', parts: ['exporting'] }, language: 'de' });
		const meets = (condition: object, rest: Partial<RouteInput<'listTextAnswers'>> = {}) =>
			texts({ condition: JSON.stringify(condition), ...rest });
		expect(await meets({ answer: 'parts', op: 'is', value: 'api' })).toEqual(['Slow']);
		expect(await meets({ none: [{ answer: 'parts', op: 'is', value: 'api' }] })).toEqual(['Fast']);
		expect(await meets({ context: 'language', op: 'is', value: 'de' })).toEqual(['Fast']);
		expect(await meets({ trait: 'plan', op: 'is', value: 'pro' }, { search: 'slow' })).toEqual([
			'Slow',
		]);
		expect(await texts({ trait: ['plan:free'] })).toEqual([]);
		const gone = await team.manage.ask(team.viewer, 'listTextAnswers', {
			site,
			condition: JSON.stringify({ answer: 'gone', op: 'is', value: 'x' }),
		});
		expect(gone.error).toMatchObject({ code: 'invalid_request', field: 'condition.answer' });
		const filter = { name: 'Pro', filter: { trait: ['plan:pro'] } };
		await team.manage.ask(team.editor, 'createSavedFilter', { site, prompt, ...filter });
		expect(await texts({ prompt, filter: 'pro' })).toEqual(await texts({ trait: ['plan:pro'] }));
		expect(await texts({ prompt, filter: 'pro', trait: ['plan:free'] })).toEqual([]);
		for (const named of [{ prompt, filter: 'Deleted' }, { filter: 'Pro' }]) {
			const refused = await team.manage.ask(team.viewer, 'listTextAnswers', { site, ...named });
			expect(refused.error).toMatchObject({ code: 'invalid_request', field: 'filter' });
		}
	});

	it('are shown with the question as displayed, and with other texts of the account', async () => {
		await clear();
		const [ada, bob] = [await makeSubject('ada'), await makeSubject('bob')];
		const response = await respond({
			answers: { why: 'Langsam' },
			language: 'de-at',
			subject: ada,
		});
		await respond({ answers: { why: 'Earlier' }, subject: ada, at: '2026-02-01T10:00:00Z' });
		await respond({ answers: { why: 'Of another account' }, subject: bob });
		await respond({ answers: { why: 'Of nobody known' } });
		const address = { site, response, question: 'why' };
		const { body } = await team.manage.ask(team.viewer, 'getTextAnswer', address);
		expect(body).toMatchObject({
			answer: { text: 'Langsam', title: 'Why?', language: 'de-at', account: 'ada' },
			asked: { language: 'de', title: 'Warum?' },
			answers: { why: 'Langsam' },
			traits: { plan: 'pro' },
			others: [{ text: 'Earlier' }],
		});
		// Once the account is deleted, nothing connects the two.
		await team.sites.sql`delete from app.subjects where site_id = ${site} and id = ${ada}`;
		const after = await team.manage.ask(team.viewer, 'getTextAnswer', address);
		expect(after.body).toMatchObject({ answer: { text: 'Langsam', account: null }, others: [] });
		const missing = await team.manage.ask(team.viewer, 'getTextAnswer', {
			...address,
			question: 'parts',
		});
		expect(missing.error).toMatchObject({ code: 'not_found', field: 'question' });
	});
});

describe('processing text answers', () => {
	it('changes only the given fields, once, and is recorded in the audit log', async () => {
		await clear();
		const response = await respond({ answers: { why: 'Slow' } });
		const changes: Changes = {
			status: 'done',
			assignee: team.editor.id,
			add_tags: ['Slow', 'Export'],
		};
		expect((await change(response, changes)).body).toMatchObject({
			changed: true,
			status: 'done',
			assignee: { person: team.editor.id },
			tags: [{ name: 'Export' }, { name: 'Slow' }],
		});
		expect((await change(response, { ...changes, add_tags: ['slow'] })).body.changed).toBe(false);
		expect((await change(response, {})).body.changed).toBe(false);
		const back = await change(response, {
			status: 'open',
			assignee: null,
			remove_tags: ['SLOW', 'unknown'],
		});
		expect(back.body).toMatchObject({
			changed: true,
			status: 'open',
			assignee: null,
			tags: [{ name: 'Export' }],
		});
		const audit = await team.manage.ask(team.owner, 'listAudit', {
			workspace: team.site.workspace,
		});
		expect(
			audit.body.items
				.filter(({ subject }) => subject === `${response}, why`)
				.map(({ did }) => did),
		).toEqual(['updateTextAnswer', 'updateTextAnswer']);
	});

	it('is refused to viewers and to programs', async () => {
		const response = await respond({ answers: { why: 'Slow' } });
		expect((await change(response, { status: 'done' }, team.viewer)).error).toMatchObject({
			code: 'forbidden',
		});
		const connection = await connect(team.sites.sql, team.manage, team.owner, [site]);
		const asked = await team.manage.ask(connection, 'updateTextAnswer', {
			site,
			response,
			question: 'why',
			status: 'done',
		});
		expect(asked.status).toBe(403);
		expect((await list({ status: 'done' })).items).toEqual([]);
	});

	it('names what is wrong, and changes nothing then', async () => {
		await clear();
		const response = await respond({ answers: { why: 'Slow' } });
		const many = Array.from({ length: 1_000 }, (_, number) => `Tag ${number}`);
		expect((await change(response, { status: 'done', add_tags: many })).error).toMatchObject({
			code: 'invalid_request',
			field: 'add_tags',
		});
		expect((await change(response, { status: 'done', add_tags: ['  '] })).error).toMatchObject({
			code: 'invalid_request',
			field: 'add_tags.0',
		});
		const twice: Changes = { status: 'done', add_tags: ['Slow'], remove_tags: ['slow'] };
		expect((await change(response, twice)).error).toMatchObject({
			code: 'invalid_request',
			field: 'remove_tags',
		});
		const stranger = await signIn();
		expect((await change(response, { status: 'done', assignee: stranger.id })).error).toMatchObject(
			{ code: 'conflict', message: 'The assignee is not a member of the workspace.' },
		);
		expect((await list()).items).toMatchObject([{ status: 'open', assignee: null, tags: [] }]);
	});

	it('limits the tags of an answer and of a site', async () => {
		await clear();
		await team.sites.sql`delete from app.tags where site_id = ${site}`;
		const response = await respond({ answers: { why: 'Slow' } });
		const named = (count: number, from = 0) =>
			Array.from({ length: count }, (_, number) => `Tag ${from + number}`);
		const { tagsPerAnswer, tags } = limits.inbox;
		expect((await change(response, { add_tags: named(tagsPerAnswer) })).status).toBe(200);
		expect((await change(response, { add_tags: ['One more'] })).error).toMatchObject({
			code: 'conflict',
			message: `A text answer has at most ${tagsPerAnswer} tags.`,
		});
		for (let made = tagsPerAnswer; made < tags; made += tagsPerAnswer) {
			const other = await respond({ answers: { why: 'Slow' } });
			expect((await change(other, { add_tags: named(tagsPerAnswer, made) })).status).toBe(200);
		}
		const last = await respond({ answers: { why: 'Slow' } });
		expect((await change(last, { add_tags: ['One more'] })).error).toMatchObject({
			code: 'conflict',
			message: `A site has at most ${tags} tags.`,
		});
		expect((await change(last, { add_tags: ['tag 1'] })).status).toBe(200);
		await team.sites.sql`delete from app.tags where site_id = ${site}`;
	});

	it('lets two people tag the same answer at the same time', async () => {
		await clear();
		const response = await respond({ answers: { why: 'Slow' } });
		const answers = await Promise.all([
			change(response, { add_tags: ['Fresh', 'Also'] }),
			change(response, { add_tags: ['fresh', 'ALSO'] }, team.owner),
		]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect((await list()).items[0]!.tags).toHaveLength(2);
	});

	it('keeps notes, which their author and owners delete', async () => {
		await clear();
		const response = await respond({ answers: { why: 'Slow' } });
		const address = { site, response, question: 'why' };
		const { body: note } = await team.manage.ask(team.owner, 'createNote', {
			...address,
			body: 'Asked them\nfor details',
		});
		expect(note).toMatchObject({
			body: 'Asked them\nfor details',
			author: { person: team.owner.id },
		});
		const refused = await team.manage.ask(team.editor, 'deleteNote', { ...address, note: note.id });
		expect(refused.error).toMatchObject({ code: 'forbidden' });
		const { body } = await team.manage.ask(team.viewer, 'getTextAnswer', address);
		expect(body.notes).toEqual([note]);
		const own = await team.manage.ask(team.editor, 'createNote', { ...address, body: 'Mine' });
		for (const [by, id] of [
			[team.editor, own.body.id],
			[team.owner, note.id],
		] as const) {
			const removed = await team.manage.ask(by, 'deleteNote', { ...address, note: id });
			expect(removed.body).toEqual({ removed: true });
		}
		const again = await team.manage.ask(team.owner, 'deleteNote', { ...address, note: note.id });
		expect(again.error).toMatchObject({ code: 'not_found', field: 'note' });
		const blank = await team.manage.ask(team.owner, 'createNote', { ...address, body: ' \n' });
		expect(blank.error).toMatchObject({ code: 'invalid_request', field: 'body' });
	});

	it('renames and deletes a tag everywhere', async () => {
		await clear();
		const response = await respond({ answers: { why: 'Slow' } });
		const { body } = await change(response, { add_tags: ['Speed', 'Taken'] });
		const [speed] = body.tags.filter(({ name }) => name === 'Speed');
		const place = { site, tag: speed!.id };
		const taken = await team.manage.ask(team.editor, 'updateTag', { ...place, name: 'taken' });
		expect(taken.error).toMatchObject({ code: 'conflict', field: 'name' });
		await team.manage.ask(team.editor, 'updateTag', { ...place, name: 'Performance' });
		expect((await list()).items[0]!.tags.map(({ name }) => name)).toEqual(['Performance', 'Taken']);
		await team.manage.ask(team.editor, 'deleteTag', place);
		expect((await list()).items[0]!.tags.map(({ name }) => name)).toEqual(['Taken']);
		const gone = await team.manage.ask(team.editor, 'deleteTag', place);
		expect(gone.error).toMatchObject({ code: 'not_found', field: 'tag' });
	});
});
