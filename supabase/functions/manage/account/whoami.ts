import type { RouteOutput } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { liveGrants } from '../grants/grants.ts';
import type { Operation } from '../operation/operation.ts';
import { listAgentPauses } from '../workspaces/agent-pauses.ts';
import { listOwnWorkspaces } from '../workspaces/workspaces.ts';

export const whoami: Operation<'whoami'> = {
	access: 'read write',
	async run({ tx, person }) {
		if (person.connection !== undefined) return describeConnection(tx, person.id);
		const [workspaces, agents_paused, [own], [confirms]] = await Promise.all([
			listOwnWorkspaces(tx),
			listAgentPauses(tx),
			tx<{ name: string }[]>`select name from app.people where person_id = ${person.id}`,
			tx<{ passkey: boolean }[]>`select app.own_passkey() as passkey`,
			tx`select app.record_email()`,
		]);
		return {
			kind: 'person',
			person: person.id,
			name: own?.name ?? null,
			email: person.email,
			has_passkey: confirms!.passkey,
			connection: null,
			grants: [],
			workspaces,
			agents_paused,
		};
	},
};

type Me = RouteOutput<'whoami'>;
type GrantRow = Omit<Me['grants'][number], 'expires_at'> & { expires_at: Date };

async function describeConnection(tx: Tx, person: string): Promise<Me> {
	const [[connection], grants, workspaces, agents_paused, [member], [own]] = await Promise.all([
		tx<NonNullable<Me['connection']>[]>`
			select c.id, c.name,
			       (select coalesce(jsonb_agg(s order by s), '[]') from app.connected_sites() s) as sites
			from app.connections c`,
		tx<GrantRow[]>`
			select g.action, g.site_id as site, g.expires_at, app.name_conditions(g.site_id, g.conditions) as conditions
			from app.grants g
			join app.connections c on c.id = g.connection_id
			join app.members m on m.workspace_id = g.workspace_id and m.person_id = g.approved_by
			where ${liveGrants(tx)}
			order by g.id`,
		listOwnWorkspaces(tx),
		listAgentPauses(tx),
		tx<{ email: string }[]>`select email from app.members where email is not null limit 1`,
		tx<{ name: string }[]>`select name from app.people where person_id = ${person}`,
	]);
	return {
		kind: 'connection',
		person,
		name: own?.name ?? null,
		email: member?.email ?? null,
		has_passkey: null,
		connection: connection!,
		grants: grants.map((row) => ({ ...row, expires_at: row.expires_at.toISOString() })),
		workspaces,
		agents_paused,
	};
}
