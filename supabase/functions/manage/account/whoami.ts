import type { RouteOutput } from '@feedback/contract';

import { asCaller, type Caller } from '../../_shared/caller/caller.ts';
import type { Tx } from '../../../../database/statement.ts';
import { liveGrants } from '../grants/grants.ts';
import { listCells } from '../operation/in-cells.ts';
import type { Operation } from '../operation/operation.ts';
import { listAgentPauses } from '../workspaces/agent-pauses.ts';
import { listOwnWorkspaces } from '../workspaces/workspaces.ts';

export const whoami: Operation<'whoami'> = {
	access: 'read write',
	async run({ tx, person, service }) {
		const me = await describeCaller(tx, person);
		if (!service.hasCells) return me;
		const cells = await listCells(tx);
		// Once this transaction has ended: one that waits for a cell would keep a connection to home from it.
		return async () => {
			const others = cells.map((cell) =>
				asCaller(service.databaseOf({ cell }), person, 'read write', (other) =>
					describeCaller(other, person),
				),
			);
			return (await Promise.all(others)).reduce(addCell, me);
		};
	},
};

type Me = RouteOutput<'whoami'>;

/** What the caller is at home, with what they have in one more cell. */
function addCell(me: Me, { connection, grants, workspaces, agents_paused }: Me): Me {
	return {
		...me,
		connection: me.connection && {
			...me.connection,
			sites: [...me.connection.sites, ...connection!.sites].sort(),
		},
		grants: [...me.grants, ...grants],
		workspaces: sortByName([...me.workspaces, ...workspaces]),
		agents_paused: [...me.agents_paused, ...agents_paused],
	};
}

const sortByName = <Named extends { name: string; id: string }>(all: Named[]) =>
	all.sort((one, other) => compare(one.name, other.name) || compare(one.id, other.id));

function compare(one: string, other: string): number {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}

/** The caller in one database. */
async function describeCaller(tx: Tx, person: Caller): Promise<Me> {
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
}

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
