create or replace function app.stamp_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
    new.changed_in := pg_catalog.pg_current_xact_id();
    return new;
end $$;
comment on function app.stamp_change is 'Notes the transaction that changes a row.';
create trigger changes_are_stamped before update on app.responses
    for each row execute function app.stamp_change();

create or replace function app.database_history() returns text
language sql stable security definer set search_path = ''
as $$
    select (pg_catalog.pg_control_system()).system_identifier || '.'
        || left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_insert_lsn()), 8)
$$;
comment on function app.database_history is
    'Identifies the history that transaction numbers belong to: the cluster and its timeline. A restore or a failover starts another one.';
grant execute on function app.database_history to feedback_agent, feedback_person;

create or replace function app.restamp_imported(p_batch integer) returns boolean
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

create trigger deleting_responses_needs_a_recent_sign_in after delete on app.responses
    for each statement execute function app.check_assurance('recent');
