// Rows that lie just outside what a policy allows, where the matrix sees only whether a tenant has any row.
import type { TransactionSql } from 'postgres';

import type { TestSql } from '../harness.ts';
import { actAs, actors, people, type Tenants } from './actors.ts';

const old = {
	display: '30000000-0000-4000-8000-000000000001',
	subject: '30000000-0000-4000-8000-000000000002',
	visitor: '30000000-0000-4000-8000-000000000003',
};
const notes = {
	editor: '30000000-0000-4000-8000-000000000004',
	viewer: '30000000-0000-4000-8000-000000000005',
};
const deletions = {
	ofWorkspace: '30000000-0000-4000-8000-000000000006',
	ofOtherWorkspace: '30000000-0000-4000-8000-000000000007',
	ofOtherSite: '30000000-0000-4000-8000-000000000008',
};

/** Adds these rows to the tenants. */
export async function createEdges(admin: TestSql, { own, other }: Tenants): Promise<void> {
	const copy = (relation: string, changes: string) =>
		admin.unsafe(`
			insert into app.${relation}
			select (jsonb_populate_record(r, ${changes})).* from app.${relation} r
			where ${relation === 'events' ? `site = ${own.key}` : `site_id = '${own.id}'`} limit 1`);
	const id = (key: keyof typeof old, at: string) =>
		`jsonb_build_object('id', '${old[key]}', '${at}', now() - interval '91 days')`;
	await copy(
		'displays',
		`${id('display', 'reserved_at')} || jsonb_build_object('origin', app.mint_id())`,
	);
	await copy('subjects', `${id('subject', 'last_seen_at')} || '{"account": null}'`);
	await copy('visitors', `${id('visitor', 'last_seen_at')} || '{"key": -1}'`);
	await admin`select app.create_day((now() - interval '31 days')::date)`;
	await copy('events', `jsonb_build_object('id', app.id_from(now() - interval '31 days'))`);
	for (const name of ['editor', 'viewer'] as const) {
		await copy(
			'text_notes',
			`jsonb_build_object('id', '${notes[name]}', 'created_by', '${people[name]}')`,
		);
	}
	// Of a person who was an owner when they began.
	await copy('slack_authorizations', `jsonb_build_object('person_id', '${people.editor}')`);
	const scheduled = [
		{ id: deletions.ofWorkspace, workspace: own.workspace, kind: 'workspace', site: null },
		{ id: deletions.ofOtherWorkspace, workspace: other.workspace, kind: 'workspace', site: null },
		{
			id: deletions.ofOtherSite,
			workspace: own.workspace,
			kind: 'site',
			site: deletions.ofOtherSite,
		},
	];
	for (const { id, workspace, kind, site } of scheduled) {
		await admin`
			insert into app.deletions (id, workspace_id, site_id, kind, target_id, name, requested_by, due_at)
			values (${id}, ${workspace}, ${site}, ${kind}, gen_random_uuid(), 'Soon', gen_random_uuid(), now())`;
	}
}

/** What one actor tries, and what comes of it: as in the matrix, or how many rows. */
type Edge = { relation: string; who: string; statement: string; expected: string };

/** Each with what the same actor may do right beside it. */
export function listEdges({ own }: Tenants): Edge[] {
	const edge = (relation: string, who: string, expected: string, statement: string): Edge => ({
		relation: `app.${relation}`,
		who,
		expected,
		statement,
	});
	const here = `site_id = '${own.id}'`;
	const readers = ['viewer', 'agent, response:read'];
	const reads = (relation: string, isOld: string, ofSite = here) =>
		readers.flatMap((who) => [
			edge(relation, who, 'none', `select 1 from app.${relation} where ${ofSite} and ${isOld}`),
			edge(relation, who, 'allowed', `select 1 from app.${relation} where ${ofSite}`),
		]);
	const member = (person: string) =>
		`select 1 from app.members where workspace_id = '${own.workspace}' and person_id = '${person}'`;
	const deletion = (id: string) => `select 1 from app.deletions where id = '${id}'`;
	const note = (id: string) => `delete from app.text_notes where id = '${id}'`;
	const proposal = (source: string) => `
		insert into app.label_proposals (site_id, display_id, question_id, tag_id, source, quote, created_by)
		select site_id, display_id, question_id, tag_id, '${source}', 'Slow', app.person_id()
		from app.label_proposals where ${here} limit 1`;
	const link = (words: boolean) => `
		insert into app.result_links (site_id, prompt_id, id, name, prefix, hash, filter, words, created_by, expires_at)
		select site_id, id, gen_random_uuid(), 'Board', 'fbl_abcd', sha256('x'), '{}', ${words}, app.person_id(),
			now() + interval '1 day'
		from app.prompts where ${here} limit 1`;
	const slack = (person: string) => `
		insert into app.slack_authorizations (site_id, person_id, state_hash, session, expires_at)
		values ('${own.id}', '${person}', sha256('x'), '', now() + interval '1 hour')`;
	const slackOf = (person: string) =>
		`select 1 from app.slack_authorizations where ${here} and person_id = '${person}'`;
	const again = `update app.slack_authorizations set session = 'x' /* blindly */`;
	const finish = 'delete from app.slack_authorizations /* blindly */';
	return [
		...reads('displays', `id = '${old.display}'`),
		...reads('subjects', `id = '${old.subject}'`),
		...reads('visitors', `id = '${old.visitor}'`),
		...reads('events', `id < app.id_from(now() - interval '30 days')`, `site = ${own.key}`),
		edge('members', 'agent', 'none', member(people.editor)),
		edge('members', 'agent', 'allowed', member(people.owner)),
		edge('deletions', 'agent', 'none', deletion(deletions.ofOtherWorkspace)),
		edge('deletions', 'agent', 'none', deletion(deletions.ofOtherSite)),
		edge('deletions', 'agent', 'allowed', deletion(deletions.ofWorkspace)),
		edge('text_notes', 'viewer', 'none', note(notes.viewer)),
		edge('text_notes', 'editor', 'allowed', note(notes.editor)),
		edge('label_proposals', 'viewer', 'denied', proposal('connection')),
		edge('label_proposals', 'viewer', 'allowed', proposal('person')),
		edge('result_links', 'editor', 'denied', link(true)),
		edge('result_links', 'editor', 'allowed', link(false)),
		edge('result_links', 'owner', 'allowed', link(true)),
		...(['owner', 'editor'] as const).flatMap((who) => {
			const isOwner = who === 'owner';
			return [
				edge('slack_authorizations', who, isOwner ? 'allowed' : 'none', slackOf(people[who])),
				edge('slack_authorizations', who, isOwner ? 'allowed' : 'denied', slack(people[who])),
				edge('slack_authorizations', who, isOwner ? '1 rows' : '0 rows', again),
				edge('slack_authorizations', who, isOwner ? '1 rows' : '0 rows', finish),
			];
		}),
		edge('slack_authorizations', 'owner', 'none', slackOf(people.editor)),
		edge('slack_authorizations', 'owner', 'denied', slack(people.viewer)),
	];
}

/** What comes of each edge, in a transaction that may probe. */
export async function tryEdges(sql: TransactionSql, edges: readonly Edge[]): Promise<string[]> {
	const results: string[] = [];
	for (const { who, statement } of edges) {
		const result = await sql.savepoint(async (scope) => {
			await actAs(
				scope,
				actors.find(({ name }) => name === who)!,
			);
			const [row] = await scope`select pg_temp.probe(${statement}) as result`;
			await scope`reset role`;
			return row!['result'] as string;
		});
		results.push(result);
	}
	return results;
}
