-- Responses in the order in which they changed, for a reader that continues where it stopped.
-- A time or an ID does not give that order: a transaction that began earlier may commit later, behind the reader. The
-- number of the transaction does: once all transactions with lower numbers have ended, nothing can appear below it.
set role feedback_owner;

-- A constant first, so that the table is not rewritten: what is stored already sorts before every change.
alter table app.responses add column changed_in xid8 not null default '0';
alter table app.responses alter column changed_in set default pg_catalog.pg_current_xact_id();
comment on column app.responses.changed_in is 'The transaction that inserted the row or changed it last.';

create index responses_changed on app.responses (site_id, changed_in, display_id);

create function app.stamp_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
    new.changed_in := pg_catalog.pg_current_xact_id();
    return new;
end $$;
comment on function app.stamp_change is 'Notes the transaction that changes a row.';
create trigger changes_are_stamped before update on app.responses
    for each row execute function app.stamp_change();

create function app.database_history() returns text
language sql stable security definer set search_path = ''
as $$
    select (pg_catalog.pg_control_system()).system_identifier || '.'
        || left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_insert_lsn()), 8)
$$;
comment on function app.database_history is
    'Identifies the history that transaction numbers belong to: the cluster and its timeline. A restore or a failover starts another one.';
revoke execute on function app.database_history from public;
grant execute on function app.database_history to feedback_person, feedback_agent;

create function app.restamp_imported(p_batch integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
    v_changed bigint;
begin
    update app.responses r set changed_in = r.changed_in
    where (r.site_id, r.display_id) in (
        select i.site_id, i.display_id
        from app.sites s
        cross join lateral (
            select n.site_id, n.display_id from app.responses n
            where n.site_id = s.id and n.changed_in >= pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())
            limit p_batch) i
        limit p_batch);
    get diagnostics v_changed = row_count;
    return v_changed = p_batch;
end $$;
comment on function app.restamp_imported is
    'Stamps responses from a dump of another cluster whose transaction numbers have not been reached here. Returns whether there may be more.';
revoke execute on function app.restamp_imported from public;

-- What an export of displays contains. Visitor and session stay unreadable for connections.
grant select (revision, displayed_at, answered_at, dismissed_at, released_at, release_reason) on app.displays to feedback_agent;

reset role;
