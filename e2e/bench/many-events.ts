// One site with events of 30 days: few subjects report many of them, most report few.
import type { Sql } from 'postgres';

/** One event in five is `report.exported`, one in 5,000 `report.shared`. Takes a minute for each million. */
export async function fillManyEvents(
	admin: Sql,
	site: string,
	{ events, subjects }: { events: number; subjects: number },
): Promise<void> {
	await admin`
		select app.create_day((now() at time zone 'UTC')::date - n) from generate_series(0, 31) n`;
	await admin`set session_replication_role = replica`;
	await admin`
		create table many as
		select n, gen_random_uuid() as id from generate_series(0, ${subjects}::int - 1) n`;
	await admin`create unique index on many (n)`;
	await admin`
		insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
		select ${site}, id, case when n % 2 = 0 then 'account-' || n end, id, now() - interval '30 days', now() from many`;
	await admin`
		insert into app.visitors (site_id, id, subject_id, traits, first_seen_at, last_seen_at)
		select ${site}, id, id, jsonb_build_object('plan', case when n % 3 = 0 then 'pro' else 'free' end, 'seats', n % 40),
			now() - interval '30 days', now()
		from many`;
	await admin`
		insert into app.events (site, id, visitor, session_id, received_at, reason, bot, name_hash, name, properties,
			path, device, languages)
		select s.key, app.mint_id(at), v.key, app.mint_id(at - interval '1 minute'), at, 'no_prompt', false,
			hashtext(named.name), named.name, jsonb_build_object('format', case when i % 3 = 0 then 'pdf' else 'csv' end, 'pages', i % 50),
			'/reports', 'd', 'en'
		from (
			select i, now() - (i::float8 / ${events}::int) * interval '29.9 days' as at,
				floor(${subjects}::int * power(random(), 2))::int as who
			from generate_series(1, ${events}::int) i) g
		join many m on m.n = g.who
		join app.sites s on s.id = ${site}
		join app.visitors v on v.site_id = s.id and v.id = m.id
		cross join lateral (select case when i % 5 = 0 then 'report.exported' when i % 5000 = 1 then 'report.shared'
			else 'section.n' || i % 20 end as name) named
		order by at`;
	await admin`set session_replication_role = origin`;
	await admin`vacuum analyze`;
}
