import type { DatabaseClient } from './connect.ts';
import { withoutComments } from './code/code-files.ts';
import { lockWaitMs, whenFree } from './when-free.ts';

type Index = { unique: string; name: string; table: string; rest: string };

const createIndex = /^create (unique )?index ([a-z_0-9]+)\s+on (app\.[a-z_]+)\s+(.+)$/s;

/**
 * Builds the indexes of a text that consists of `create index name on app.table (…)` statements, while rows are written:
 * for a partitioned table, one partition after the other. Indexes that exist are kept, and those of which a build was
 * interrupted are built again, so a run that was killed can be repeated.
 */
export async function buildIndexes(sql: DatabaseClient, text: string): Promise<void> {
	for (const index of readIndexes(text)) {
		const [table] = await sql<{ kind: string }[]>`
			select relkind as kind from pg_class where oid = ${index.table}::regclass`;
		if (table!.kind === 'p') await buildOverPartitions(sql, index);
		else await buildOne(sql, index, { schema: 'app', name: index.name, table: index.table });
	}
}

/** Throws when the text contains anything but indexes. */
function readIndexes(text: string): Index[] {
	const statements = withoutComments(text)
		.split(';')
		.map((statement) => statement.trim())
		.filter((statement) => statement !== '' && !/^(re)?set role\b/.test(statement));
	return statements.map((statement) => {
		const [, unique = '', name, table, rest] = createIndex.exec(statement) ?? [];
		if (!name) {
			throw new Error(
				`A concurrent migration may only contain “create index name on app.table (…)”, not: ${statement}`,
			);
		}
		return { unique, name, table: table!, rest: rest! };
	});
}

async function buildOverPartitions(sql: DatabaseClient, index: Index): Promise<void> {
	// Partitions that are created from now on have the index at once.
	await whenFree(() =>
		sql.script(
			`begin; set local lock_timeout = ${lockWaitMs}; set role feedback_owner;
			create ${index.unique}index if not exists ${index.name} on only ${index.table} ${index.rest};
			reset role; commit`,
		),
	);
	const partitions = await sql<{ table: string; schema: string; name: string }[]>`
		select p.oid::regclass::text as table, p.relnamespace::regnamespace::text as schema,
			left(p.relname || '_' || ${index.name}, 63) as name
		from pg_inherits i join pg_class p on p.oid = i.inhrelid
		where i.inhparent = ${index.table}::regclass and not exists (
			select from pg_index x join pg_inherits attached on attached.inhrelid = x.indexrelid
			where x.indrelid = p.oid and attached.inhparent = to_regclass('app.' || ${index.name}))
		order by p.relname desc`;
	for (const partition of partitions) {
		await buildOne(sql, index, partition);
		await whenFree(() =>
			sql.script(
				`begin; set local lock_timeout = ${lockWaitMs};
				alter index app.${index.name} attach partition ${partition.schema}.${partition.name}; commit`,
			),
		);
	}
}

async function buildOne(
	sql: DatabaseClient,
	index: Index,
	{ schema, name, table }: { schema: string; name: string; table: string },
): Promise<void> {
	const [found] = await sql<{ valid: boolean | null; empty: boolean }[]>`
		select (select indisvalid from pg_index where indexrelid = to_regclass(${`${schema}.${name}`})) as valid,
			pg_relation_size(${table}::regclass) = 0 as empty`;
	const { valid, empty } = found!;
	if (valid) return;
	// Left by a build that was interrupted.
	if (valid === false) await sql.script(`drop index concurrently ${schema}.${name}`);
	const definition = `${name} on ${table} ${index.rest}`;
	if (empty) {
		// Takes no time, such as for days that are to come, while a concurrent build waits three times for others.
		await whenFree(() =>
			sql.script(
				`begin; set local lock_timeout = ${lockWaitMs}; create ${index.unique}index ${definition}; commit`,
			),
		);
	} else await sql.script(`create ${index.unique}index concurrently ${definition}`);
}
