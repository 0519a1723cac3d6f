import { Script } from '../../../database/statement.ts';
import { asTheyAre, type Place } from './moving-rows.ts';

/** Throws with what keeps a workspace from moving, and what to do about it. */
export async function requireMovable(from: Place, to: Place): Promise<void> {
	const [there, here] = [await readVersions(from), await readVersions(to)];
	if (there !== here) {
		throw new Error(
			`${from.name} and ${to.name} have different migrations: start a server of the newest release first.`,
		);
	}
	for (const place of [from, to]) await requireRight(place);
	const due = await from.sql`
		select from app.deletions where workspace_id = ${from.workspace}
		and undone_at is null and finished_at is null and due_at <= now()`;
	if (due.length > 0) {
		throw new Error(
			'Something in this workspace is being deleted. Run the command again when that has ended.',
		);
	}
}

async function readVersions({ sql }: Place): Promise<string> {
	const [row] = await sql<{ versions: string }[]>`
		select string_agg(version, ' ' order by version) as versions from supabase_migrations.schema_migrations`;
	return row!.versions;
}

async function requireRight({ sql, name }: Place): Promise<void> {
	try {
		await sql.begin('read write', (tx) => tx.send(new Script(asTheyAre)));
	} catch (cause) {
		if ((cause as { code?: unknown }).code !== '42501') throw cause;
		const [role] = await sql<{ name: string }[]>`select quote_ident(current_user) as name`;
		throw new Error(
			`The role of ${name} may not write rows as they are. As a superuser there: grant set on parameter session_replication_role to ${role!.name}.`,
			{ cause },
		);
	}
}

/** Creates the days that the target lacks. */
export async function createDaysOf(from: Place, to: Place): Promise<void> {
	for (const parent of ['events', 'outbox'] as const) {
		const [there, here] = [await readDays(from, parent), await readDays(to, parent)];
		for (const day of there.filter((found) => !here.includes(found))) {
			await (parent === 'events'
				? to.sql`select app.create_day(${day}::date)`
				: to.sql`select app.create_outbox_day(${day}::date)`);
			if (parent === 'outbox') continue;
			// The workspace brings its counts.
			await to.sql`
				insert into app.counted_days (day) select ${day}::date where ${day}::date <= (now() at time zone 'UTC')::date - 3
				on conflict do nothing`;
		}
	}
}

async function readDays({ sql }: Place, parent: string): Promise<string[]> {
	const rows = await sql<{ day: string }[]>`
		select to_date(right(c.relname, 8), 'YYYYMMDD')::text as day
		from pg_inherits i join pg_class c on c.oid = i.inhrelid
		where i.inhparent = ${`app.${parent}`}::regclass order by 1`;
	return rows.map(({ day }) => day);
}

/**
 * The day until which both databases have counted all events. Throws if one has not: what it has not counted would be
 * counted twice or never.
 */
export async function countedUntil(from: Place, to: Place): Promise<string> {
	for (const { sql, name } of [from, to]) {
		const [row] = await sql<{ day: string }[]>`
			select d.day::text as day from app.list_days() d where d.day <= (now() at time zone 'UTC')::date - 3
			and not exists (select from app.counted_days c where c.day = d.day) limit 1`;
		if (!row) continue;
		throw new Error(
			`${name} has not counted the events of ${row.day} yet, which its maintenance does. Run the command again in ten minutes.`,
		);
	}
	const [row] = await from.sql<{ day: string }[]>`
		select ((now() at time zone 'UTC')::date - 3)::text as day`;
	return row!.day;
}
