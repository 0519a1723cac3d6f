import type { Sql } from 'postgres';

import type { TestSite } from '../../functions/tests/sites.ts';

/** Columns in which the copy of a row differs from it. */
const different: Record<string, string> = {
	// IDs of deletions are unique: the service makes them.
	deleted_responses: `jsonb_build_object('deletion_id', gen_random_uuid())`,
	audiences: `jsonb_build_object('name', 'Copy')`,
	prompts: `jsonb_build_object('state', case when t.published_revision is null then 'draft' else 'paused' end)`,
	responses: `jsonb_build_object('answers', '{"score": 0, "why": "Copy"}'::jsonb, 'traits', '{"plan": "copy"}'::jsonb)`,
	revisions: `jsonb_build_object('content', t.content || '{"name": "Copy"}')`,
	tags: `jsonb_build_object('name', 'Copy of ' || t.name)`,
	text_answers: `jsonb_build_object('text', 'Copy', 'status', 'done')`,
};

type Table = { name: string; columns: string[] };

/** The tables with rows of a site. */
async function listTables(sql: Sql): Promise<Table[]> {
	return sql<Table[]>`
		select c.relname as name, to_jsonb(array(select a.attname from pg_attribute a
			where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum)) as columns
		from pg_class c
		where format('app.%I', c.relname) in (select app.deletable_relations('site_id') union select 'app.revisions')
		order by 1`;
}

/** Copies all rows of a site to another one, with the same IDs and partly other content, unless they are there. */
export async function copySite(sql: Sql, from: TestSite, to: TestSite): Promise<void> {
	const tables = await listTables(sql);
	await sql.begin(async (scope) => {
		// Rows are copied in any order, and nothing follows from that.
		await scope`set local session_replication_role = replica`;
		for (const { name, columns } of tables) {
			const place = columns.includes('workspace_id')
				? `jsonb_build_object('site_id', '${to.id}', 'workspace_id', '${to.workspace}')`
				: `jsonb_build_object('site_id', '${to.id}')`;
			const quoted = columns.map((column) => `"${column}"`);
			await scope.unsafe(`
				insert into app."${name}" (${quoted.join()}) overriding system value
				select ${quoted.map((column) => `r.${column}`).join()}
				from app."${name}" t,
					jsonb_populate_record(null::app."${name}", to_jsonb(t) || ${place} || ${different[name] ?? `'{}'`}) r
				where t.site_id = '${from.id}' on conflict do nothing`);
		}
	});
}

/** A hash of all rows of a site, by table. */
export async function hashSite(sql: Sql, { id }: TestSite): Promise<Record<string, string>> {
	const tables = await listTables(sql);
	const each = tables.map(
		({ name }) => `
			select '${name}' as name, md5(string_agg(t::text, ' ' order by t::text)) as hash
			from app."${name}" t where t.site_id = '${id}'`,
	);
	const rows = await sql.unsafe<{ name: string; hash: string }[]>(each.join(' union all '));
	return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
