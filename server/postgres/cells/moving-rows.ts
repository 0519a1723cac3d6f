import { Sql } from 'sql-template-tag';

import type { Parameter } from '../../../database/parameters.ts';
import type { Row, Tx } from '../../../database/statement.ts';
import type { DatabaseClient } from '../connect.ts';
import type { MovedTable } from './moved-tables.ts';

/** A workspace in one database. */
export type Place = {
	sql: DatabaseClient;
	/** As in the directory. */
	name: string;
	workspace: string;
};

/** The sites of a workspace, and the numbers by which a database refers to them in its events. */
export type Sites = readonly { id: string; key: number }[];

/** Runs a statement without parameters, or with one for each `?`. Names come from our own list of tables. */
export async function run<Rows extends readonly object[] = Row[]>(
	tx: Tx,
	text: string,
	...values: Parameter[]
): Promise<Rows> {
	return (await tx.send(new Sql(text.split('?'), values))) as Rows;
}

export async function readSites({ sql, workspace }: Place): Promise<Sites> {
	return sql<{ id: string; key: number }[]>`
		select id, key from app.sites where workspace_id = ${workspace} order by id`;
}

/** The condition for the rows `alias` of a workspace; undefined if it can have none. */
export function isOfWorkspace(
	{ owner }: Pick<MovedTable, 'owner'>,
	workspace: string,
	sites: Sites,
	alias = 't',
): string | undefined {
	const column = `${alias}.${owner}`;
	if (owner === 'id' || owner === 'workspace_id') return `${column} = '${requireUuid(workspace)}'`;
	if (sites.length === 0) return undefined;
	const values =
		owner === 'site' ? sites.map(({ key }) => key) : sites.map(({ id }) => `'${requireUuid(id)}'`);
	return `${column} in (${values.join(', ')})`;
}

/** Both databases print values alike. */
export const printing = `set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
	set local extra_float_digits = 1; set local bytea_output = 'hex'`;

/** Writes rows as they are: no trigger fires, and no foreign key is checked. */
export const asTheyAre = `set local session_replication_role = replica`;

function requireUuid(value: string): string {
	if (!/^[0-9a-f-]{36}$/.test(value)) throw new Error(`${value} is no UUID.`);
	return value;
}
