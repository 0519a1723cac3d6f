import type { Sql } from 'postgres';

import { hashToken, mintToken } from '../_shared/secrets/connection-token.ts';
import type { TestManage } from './manage.ts';
import type { TestPerson } from './people.ts';

/** A connection that can make calls like a person; `id` identifies the connection. */
export type TestConnection = TestPerson & { person: string };

/** A connection of the person to the sites, as after the person's consent. */
export async function connect(
	sql: Sql,
	{ keyring }: Pick<TestManage, 'keyring'>,
	person: TestPerson,
	sites: string[],
	{ name = 'Editor', resource = 'http://127.0.0.1:54321/functions/v1/manage' } = {},
): Promise<TestConnection> {
	const token = mintToken('fbt_');
	const [made] = await sql<{ id: string }[]>`
		insert into app.connections (person_id, kind, name, host, expires_at)
		values (${person.id}, 'mcp', ${name}, 'editor.example', now() + interval '60 days') returning id`;
	const { id } = made!;
	for (const site of sites) {
		await sql`
			insert into app.connection_sites (connection_id, workspace_id, site_id)
			select ${id}, workspace_id, id from app.sites where id = ${site}`;
	}
	await sql`
		insert into app.tokens (connection_id, kind, hash, family, resource, expires_at)
		values (${id}, 'access', ${hashToken(keyring, token)}, ${crypto.randomUUID()}, ${resource},
			now() + interval '24 hours')`;
	return { id, email: '', token, person: person.id };
}
