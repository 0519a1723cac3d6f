// After erasing, no row of any table contains what the person said or who they are, wherever it had reached.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDestination } from '../../../tests/destinations.ts';
import { connect } from '../../tests/connections.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';
import type { EventsResponse } from '../../../../contract/src/wire.ts';

let team: TestWorkspace;
let sdk: TestSdk;
let site: string;
let prompt: string;
beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl, { keyring: team.manage.keyring });
	site = team.site.id;
	await createDestination(team.sites.sql, site, {
		event_types: ['response.created', 'response.updated', 'response.closed', 'visitor.erased'],
		include_visitor: true,
	});
	prompt = await team.sites.publish(team.site.siteId, {
		survey_id: 'asked',
		trigger: { events: ['report.exported'] },
		limits: { show: 'always', per_group: { trait: 'company', days: 30 } },
		questions: [
			{ id: 'why', type: 'long_text', title: 'Why?' },
			{
				id: 'cause',
				type: 'single_choice',
				title: 'What?',
				options: [
					{ value: 'slow', label: 'Slow' },
					{ value: 'ugly', label: 'Ugly' },
				],
				other_label: 'Other',
			},
		],
	});
	await team.sites.publish(team.site.siteId, {
		survey_id: 'waits',
		trigger: { events: ['invoice.paid'] },
		timing: { delay_seconds: 60 },
	});
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

const text = (name: string) => `${name}-${crypto.randomUUID().slice(0, 12)}`;

/** Where a text occurs: the tables, with the number of rows. */
async function search(found: string): Promise<Record<string, number>> {
	const { sql } = team.sites;
	const tables = await sql<{ name: string }[]>`
		select format('%I.%I', n.nspname, c.relname) as name
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname in ('app', 'app_days', 'identity') and c.relkind = 'r' order by 1`;
	const rows: Record<string, number> = {};
	for (const { name } of tables) {
		const [row] = await sql<{ count: number }[]>`
			select count(*)::int from ${sql.unsafe(name)} t where strpos(t::text, ${found}) > 0`;
		if (row!.count > 0) rows[name] = row!.count;
	}
	return rows;
}

/** A person whose data reaches everything that can hold it. */
async function leaveTraces() {
	const person = {
		account: text('account'),
		trait: text('trait'),
		company: text('company'),
		property: text('property'),
		path: text('path'),
		said: text('said'),
		other: text('other'),
		note: text('note'),
	};
	const caller = {
		...newCaller(team.site.siteId, sdk.clock.now),
		context: { path: `/${person.path}`, device: 'desktop', languages: ['en'] },
		identify: { account: person.account, traits: { name: person.trait, company: person.company } },
	};
	const report = async (name: string) => {
		const event = newEvent(name, sdk.clock.now, { properties: { file: person.property } });
		const body = { ...caller, events: [event], decide: true };
		return (await sdk.post<EventsResponse>('/events', body)).body;
	};
	await report('invoice.paid');
	const { display } = (await report('report.exported')).decision as unknown as {
		display: { id: string; secret: string };
	};
	const shown = { site: team.site.siteId, display: display.id, secret: display.secret };
	await sdk.post('/display', { ...shown, state: 'displayed' });
	await sdk.post('/answer', {
		...shown,
		seq: 1,
		final: true,
		answers: { why: `${person.said} the export is slow`, cause: { other: person.other } },
	});
	const { manage, owner, editor } = team;
	const { account } = person;
	const { items } = (await manage.ask(owner, 'listResponses', { site, account })).body;
	const response = items[0]!.id;
	const answer = { site, response, question: 'why' };
	const tool = await connect(team.sites.sql, manage, owner, [site]);
	for (const [by, key] of [
		[editor, 'note-1'],
		[owner, 'note-2'],
	] as const) {
		const body = `${person.note} wrote ${person.said}`;
		const headers = { 'idempotency-key': key + person.note };
		expect((await manage.ask(by, 'createNote', { ...answer, body }, headers)).status).toBe(200);
	}
	await manage.ask(editor, 'updateTextAnswer', { ...answer, status: 'done', add_tags: ['Slow'] });
	const examples = [{ response, question: 'why', quote: `${person.said} the export` }];
	const tags = [{ name: 'Slow export', definition: 'An export takes long', examples }];
	await manage.ask(owner, 'proposeTags', { site, tags, labels: [] } as never, {
		'idempotency-key': text('tags'),
	});
	const filter = { account: person.account };
	const named = (name: string) => ({ site, prompt, name: text(name), filter });
	const key = { 'idempotency-key': text('filter') };
	expect((await manage.ask(editor, 'createSavedFilter', named('filter'), key)).status).toBe(200);
	const link = { ...named('link'), words: false, days: 7 };
	expect((await manage.ask(owner, 'createResultLink', link as never)).status).toBe(200);
	await manage.ask(owner, 'exportVisitor', { site, account: person.account });
	await manage.ask(tool, 'listResponses', { site });
	return { person, visitor: caller.visitor };
}

it.each(['account', 'visitor'] as const)('erasing by %s leaves nothing', async (by) => {
	const { person, visitor } = await leaveTraces();
	const gone: Partial<typeof person> = { ...person };
	// Erasing a browser keeps the account, which may have others.
	if (by === 'visitor') delete gone.account;
	for (const found of Object.values(person)) {
		expect([found, Object.keys(await search(found))]).not.toEqual([found, []]);
	}
	const whom = by === 'account' ? { account: person.account } : { visitor };
	const { status } = await team.manage.ask(team.owner, 'eraseVisitor', { site, ...whom });
	expect(status).toBe(200);
	const left = await Promise.all(
		Object.entries(gone).map(async ([what, found]) => [what, await search(found)] as const),
	);
	expect(Object.fromEntries(left.filter(([, tables]) => Object.keys(tables).length > 0))).toEqual(
		{},
	);
});

it('erasing one person leaves what others have', async () => {
	const one = await leaveTraces();
	const other = await leaveTraces();
	const before = await search(other.person.note);
	const account = one.person.account;
	await team.manage.ask(team.owner, 'eraseVisitor', { site, account });
	expect(await search(other.person.note)).toEqual(before);
	expect(Object.keys(await search(other.person.account))).toEqual(
		expect.arrayContaining(['app.idempotency_keys', 'app.result_links', 'app.saved_filters']),
	);
});
