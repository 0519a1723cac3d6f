import { raw } from 'sql-template-tag';

import type { Tx } from '../../database/statement.ts';

/** The number of rows of a table, and a hash of them in any order. */
export type TableFigures = { rows: number; hash: string };

/** Tables with their figures. */
export type Figures = Map<string, TableFigures>;

/** The tables that a restore has to bring back, those with partitions as one. */
export async function listTables(tx: Tx): Promise<string[]> {
	const rows = await tx<{ name: string }[]>`
		select c.oid::regclass::text as name
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'cron')
			and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
			and not exists (select from pg_depend d
				where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
		order by 1`;
	return rows.map(({ name }) => name);
}

/** Counts and hashes every row that the transaction sees. */
export async function readFigures(tx: Tx): Promise<Figures> {
	// A row as text depends on these.
	await tx`
		select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
			set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
			set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true)`;
	const figures: Figures = new Map();
	for (const table of await listTables(tx)) {
		const [row] = await tx<{ rows: string; hash: string }[]>`
			select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash
			from ${raw(table)} t`;
		figures.set(table, { rows: Number(row!.rows), hash: row!.hash });
	}
	return figures;
}

/** A table that was not restored as it was. */
export type Difference = { table: string; expected: number | null; restored: number | null };

export function compareFigures(expected: Figures, restored: Figures): Difference[] {
	return [...new Set([...expected.keys(), ...restored.keys()])].flatMap((table) => {
		const [one, other] = [expected.get(table), restored.get(table)];
		if (one?.rows === other?.rows && one?.hash === other?.hash) return [];
		return [{ table, expected: one?.rows ?? null, restored: other?.rows ?? null }];
	});
}
