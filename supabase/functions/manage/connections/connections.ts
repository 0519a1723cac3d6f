import type { RouteOutput } from '@feedback/contract';

import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import { hashToken, mintToken } from '../../_shared/secrets/connection-token.ts';
import type { Fragment, Tx } from '../../../../database/statement.ts';
import { inCells, listCells } from '../operation/in-cells.ts';
import { findCell } from '../operation/reserve.ts';
import type { Operation } from '../operation/operation.ts';
import { cutPage, readMark, uuidForm, writeMark } from '../list/position.ts';

export const listConnections: Operation<'listConnections'> = {
	access: 'read only',
	async run(context, { limit, cursor }) {
		const { tx } = context;
		const before = cursor ? tx`and c.id < ${readMark(cursor, uuidForm)}::uuid` : tx``;
		const rows = await readConnections(
			tx,
			tx`c.revoked_at is null and (c.expires_at is null or c.expires_at > now()) ${before}
				order by c.id desc
				limit ${limit + 1}`,
		);
		const { items, next } = cutPage(rows, limit, ({ id }) => writeMark(id));
		const actions = await readLastActions(tx, items);
		const listed = items.map((item) => ({ ...item, last_action: actions.get(item.id) ?? null }));
		const cells = context.service.hasCells ? await listCells(tx) : [];
		if (cells.length === 0) return { items: listed, next };
		// Home has the connections, and each cell what they may see and did there.
		return async () => {
			const others = await inCells(context, cells, (cell) => readUses(cell, items));
			return { items: others.reduce(addUses, listed), next };
		};
	},
};

type Uses = { sites: Map<string, string[]>; actions: Map<string, LastAction> };

async function readUses(tx: Tx, connections: Connection[]): Promise<Uses> {
	const [rows, actions] = await Promise.all([
		readConnections(
			tx,
			tx`c.id in (select jsonb_array_elements_text(${tx.json(connections.map(({ id }) => id))})::uuid)`,
		),
		readLastActions(tx, connections),
	]);
	return { sites: new Map(rows.map(({ id, sites }) => [id, sites])), actions };
}

function addUses(listed: Listed[], { sites, actions }: Uses): Listed[] {
	return listed.map((item) => ({
		...item,
		sites: [...item.sites, ...(sites.get(item.id) ?? [])].sort(),
		last_action: latest(item.last_action, actions.get(item.id) ?? null),
	}));
}

function latest(one: LastAction, other: LastAction): LastAction {
	if (one === null || other === null) return one ?? other;
	return one.at > other.at ? one : other;
}

export const revokeConnection: Operation<'revokeConnection'> = {
	access: 'read write',
	async run({ tx }, { connection }) {
		await tx`select app.revoke_connection(${connection})`;
		return { removed: true };
	},
};

export const createCiToken: Operation<'createCiToken'> = {
	access: 'read write',
	async run({ tx, service, person }, { workspace, name, sites, actions, days, combination }) {
		const token = mintToken('fbt_');
		const id = mintUuidv7(service.clock());
		const hash = hashToken(service.keyring, token);
		const resource = `${service.apiUrl}/manage`;
		const chosen = tx`array(select jsonb_array_elements_text(${tx.json(sites)})::uuid)`;
		const allowed = tx`array(select jsonb_array_elements_text(${tx.json(actions)}))`;
		if (service.hasCells && (await findCell(tx)) !== 0) {
			// Home has it first, after every check. Without sites it sees nothing, if this is not completed.
			await tx`select app.require_ci_connection(${workspace}, ${chosen}, ${allowed}, ${combination})`;
			await service.databaseOf('home')`
				select app.insert_ci_connection(${id}, ${person.id}, ${name}, ${days}, ${hash}, ${resource})`;
			await waitForCopy(tx, id);
		}
		await tx`
			select app.create_ci_connection(${id}, ${workspace}, ${name}, ${chosen}, ${allowed}, ${days}, ${combination},
				${hash}, ${resource})`;
		const [connection] = await readConnections(tx, tx`c.id = ${id}`);
		return { ...connection!, token };
	},
	audit: ({ name, actions, days }) => ({ subject: `${name}: ${actions.join(', ')}, ${days} days` }),
};

/** Milliseconds between two looks, and how often a cell looks: copies are milliseconds behind. */
const copyPollMs = 20;
const copyPolls = 100;

/** Waits in a cell for home's copy of a connection. Without it, the database refuses what follows. */
async function waitForCopy(tx: Tx, id: string): Promise<void> {
	for (let polled = 0; polled < copyPolls; polled++) {
		const found = await tx`select from app.connections where id = ${id}`;
		if (found.length > 0) return;
		await new Promise((resolve) => void setTimeout(resolve, copyPollMs));
	}
}

async function readLastActions(tx: Tx, connections: Connection[]) {
	const rows = await tx<{ connection: string; last_action: LastAction }[]>`
		select connection, last_action
		from app.last_actions(array(select jsonb_array_elements_text(${tx.json(connections.map(({ id }) => id))})::uuid))`;
	return new Map(rows.map((row) => [row.connection, row.last_action]));
}

type Listed = RouteOutput<'listConnections'>['items'][number];
type LastAction = Listed['last_action'];
type Connection = Omit<Listed, 'last_action'>;
type ConnectionRow = Omit<Connection, 'created_at' | 'last_used_at' | 'expires_at'> & {
	created_at: Date;
	last_used_at: Date | null;
	expires_at: Date | null;
};

async function readConnections(tx: Tx, where: Fragment): Promise<Connection[]> {
	const rows = await tx<ConnectionRow[]>`
		select c.id, c.kind, c.name, c.host, c.created_at, c.last_used_at, c.expires_at,
		       to_jsonb(array(
			       select s.site_id from app.connection_sites s where s.connection_id = c.id order by s.site_id)) as sites
		from app.connections c
		where ${where}`;
	return rows.map((row) => ({
		...row,
		created_at: row.created_at.toISOString(),
		last_used_at: row.last_used_at?.toISOString() ?? null,
		expires_at: row.expires_at?.toISOString() ?? null,
	}));
}
