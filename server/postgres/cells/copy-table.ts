import { Script } from '../../../database/statement.ts';
import type { MovedTable } from './moved-tables.ts';
import { asTheyAre, isOfWorkspace, type Place, printing, run, type Sites } from './moving-rows.ts';

/** Rows of a table that are compared and copied together. */
const rowsOfPart = 20_000;
/** Rows of a statement. */
const batch = 1_000;

type Columns = { all: string[]; compared: string[]; key: string[] };

type Side = Place & { sites: Sites };

/** Number and hash of the rows of each part, by its number. */
type Parts = Map<number, string>;

/**
 * Makes the rows of a workspace in a table equal to those at the source. Parts that are equal already are not copied, so
 * it is quick to repeat. Resolves to whether something was copied.
 */
export async function copyTable(table: MovedTable, from: Side, to: Side): Promise<boolean> {
	if (isOfWorkspace(table, from.workspace, from.sites) === undefined) return false;
	const columns = await readColumns(table, from);
	const number = Math.max(1, Math.ceil((await countRows(table, from)) / rowsOfPart));
	const different = await findDifferent(table, from, to, { columns, number });
	if (different.length === 0) return false;
	await copyParts(table, from, to, { columns, number, different });
	return true;
}

/** Whether the rows of a workspace in a table are the same. */
export async function isEqual(table: MovedTable, from: Side, to: Side): Promise<boolean> {
	if (isOfWorkspace(table, from.workspace, from.sites) === undefined) return true;
	const columns = await readColumns(table, from);
	return (await findDifferent(table, from, to, { columns, number: 1 })).length === 0;
}

async function readColumns(
	{ name, owner, own = [], reset = [] }: MovedTable,
	{ sql }: Place,
): Promise<Columns> {
	const rows = await sql<{ name: string; key: boolean }[]>`
		select quote_ident(a.attname) as name, coalesce(a.attnum = any(i.indkey::int2[]), false) as key
		from pg_attribute a
		left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
		where a.attrelid = ${`app.${name}`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
		order by a.attnum`;
	const all = rows.map((column) => column.name).filter((column) => !own.includes(column));
	const differs = [...reset, ...(owner === 'site' ? ['site'] : [])];
	return {
		all: all.filter((column) => !reset.includes(column)),
		compared: all.filter((column) => !differs.includes(column)),
		key: rows.filter((column) => column.key && column.name !== owner).map((column) => column.name),
	};
}

async function countRows(table: MovedTable, { sql, workspace, sites }: Side): Promise<number> {
	const where = isOfWorkspace(table, workspace, sites)!;
	const [row] = await sql.begin('read only', (tx) =>
		run<{ rows: string }[]>(
			tx,
			`select count(*)::text as rows from app.${table.name} t where ${where}`,
		),
	);
	return Number(row!.rows);
}

type Compared = { columns: Columns; number: number };

async function findDifferent(
	table: MovedTable,
	from: Side,
	to: Side,
	compared: Compared,
): Promise<number[]> {
	const [there, here] = await Promise.all([
		hashParts(table, from, compared),
		hashParts(table, to, compared),
	]);
	return [...new Set([...there.keys(), ...here.keys()])].filter(
		(part) => there.get(part) !== here.get(part),
	);
}

async function hashParts(
	table: MovedTable,
	{ sql, workspace, sites }: Side,
	{ columns, number }: Compared,
): Promise<Parts> {
	const where = isOfWorkspace(table, workspace, sites);
	if (where === undefined) return new Map();
	const values = columns.compared.map((column) => `t.${column}`);
	// The same site has another number in each database.
	const site = table.owner === 'site' ? ['s.id'] : [];
	const join = table.owner === 'site' ? 'join app.sites s on s.key = t.site' : '';
	return sql.begin('read only', async (tx) => {
		await tx.send(new Script(printing));
		const rows = await run<{ part: number; hash: string }[]>(
			tx,
			`select ${partOf(columns, number)} as part,
				count(*) || ' ' || sum(hashtextextended(row(${[...values, ...site].join(', ')})::text, 0)) as hash
			from app.${table.name} t ${join} where ${where} group by 1`,
		);
		return new Map(rows.map(({ part, hash }) => [part, hash]));
	});
}

/** A row stays in its part: that depends on its primary key only. */
function partOf({ key }: Columns, number: number): string {
	if (key.length === 0 || number === 1) return '0';
	const values = key.map((column) => `t.${column}`).join(', ');
	return `((hashtext(row(${values})::text)::bigint & 2147483647) % ${number})::integer`;
}

async function copyParts(
	table: MovedTable,
	from: Side,
	to: Side,
	{ columns, number, different }: Compared & { different: number[] },
): Promise<void> {
	const { name } = table;
	const inParts = `${partOf(columns, number)} in (${different.join(', ')})`;
	const there = isOfWorkspace(table, from.workspace, from.sites)!;
	const here = isOfWorkspace(table, to.workspace, to.sites);
	await to.sql.begin('read write', async (writing) => {
		await writing.send(new Script(`${asTheyAre}; ${printing}`));
		if (here !== undefined && !table.own?.includes('key')) {
			await run(writing, `delete from app.${name} t where ${here} and ${inParts}`);
		}
		await from.sql.begin('read only', async (reading) => {
			await reading.send(new Script(printing));
			await run(
				reading,
				`declare moved no scroll cursor for select t::text as row from app.${name} t where ${there} and ${inParts}`,
			);
			for (;;) {
				const rows = await run<{ row: string }[]>(reading, `fetch ${batch} from moved`);
				if (rows.length === 0) return;
				const texts = rows.map(({ row }) => row);
				await run(writing, insertOf(table, columns, from, to), texts);
			}
		});
	});
}

/** Inserts rows from their texts. Each is read once, before its columns are taken from it. */
function insertOf(
	{ name, owner, own }: MovedTable,
	columns: Columns,
	from: Side,
	to: Side,
): string {
	const { all, key } = columns;
	const rows = `(select u.t::app.${name} as r from unnest(?::text[]) u (t) offset 0) x`;
	const insert = `insert into app.${name} (${all.join(', ')})`;
	if (owner !== 'site') {
		// What has a number already keeps it.
		const updates = own?.includes('key')
			? `on conflict (${key.join(', ')}) do update set ${all.map((column) => `${column} = excluded.${column}`).join(', ')}`
			: '';
		return `${insert} select ${all.map((column) => `(x.r).${column}`).join(', ')} from ${rows} ${updates}`;
	}
	const keys = from.sites.map(({ id, key }) => {
		const found = to.sites.find((site) => site.id === id);
		if (!found) throw new Error(`The site ${id} is not at the target.`);
		return `(${key}, ${found.key})`;
	});
	const values = all.map((column) => (column === 'site' ? 'k.new' : `(x.r).${column}`));
	return `${insert} select ${values.join(', ')} from ${rows}
		join (values ${keys.join(', ')}) k (old, new) on k.old = (x.r).site`;
}
