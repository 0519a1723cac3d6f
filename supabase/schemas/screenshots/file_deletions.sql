create or replace function app.queue_file_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    insert into app.file_deletions (name) select 'screenshots/' || g.id from gone g on conflict do nothing;
    return null;
end $$;
create trigger files_follow after delete on app.screenshots
    referencing old table as gone for each statement execute function app.queue_file_deletion();

create or replace function app.delete_screenshots_of_responses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- Most responses have none.
    delete from app.screenshots s using gone g
    where s.site_id = g.site_id and s.display_id = g.display_id
      and not exists (select from app.responses r where r.site_id = s.site_id and r.display_id = s.display_id)
      and not exists (select from app.deleted_responses x where x.site_id = s.site_id and x.display_id = s.display_id);
    return null;
end $$;
comment on function app.delete_screenshots_of_responses is
    'Deletes the pictures of responses that are gone and cannot be restored.';
create trigger screenshots_follow after delete on app.responses
    referencing old table as gone for each statement execute function app.delete_screenshots_of_responses();
create trigger screenshots_follow after delete on app.deleted_responses
    referencing old table as gone for each statement execute function app.delete_screenshots_of_responses();

create or replace function app.claim_file_deletions(p_now timestamptz, p_most integer) returns setof text
language sql security definer set search_path = ''
as $$
    update app.file_deletions d
    set attempts = d.attempts + 1,
        -- Longer than one attempt takes; then ever longer, up to a day.
        due_at = coalesce(p_now, clock_timestamp()) + least(interval '1 minute' * 2 ^ least(d.attempts, 12), interval '1 day')
    where d.name in (select q.name from app.file_deletions q
        where q.due_at <= coalesce(p_now, clock_timestamp()) order by q.due_at limit p_most for update skip locked)
    returning d.name
$$;
comment on function app.claim_file_deletions is
    'Names of files to delete now. Each is due again later, until app.finish_file_deletions removes it.';
grant execute on function app.claim_file_deletions to feedback_worker;

create or replace function app.finish_file_deletions(p_names text[]) returns void
language sql security definer set search_path = ''
as $$
    delete from app.file_deletions d where d.name = any(p_names)
$$;
comment on function app.finish_file_deletions is 'Removes what was deleted from the queue.';
grant execute on function app.finish_file_deletions to feedback_worker;

create or replace function app.list_orphans(p_names text[]) returns setof text
language sql stable security definer set search_path = ''
as $$
    -- The row of a picture is older than its file.
    select f.name from unnest(p_names) f (name)
    where f.name ~ '^screenshots/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and not exists (select from app.screenshots s where s.id = split_part(f.name, '/', 2)::uuid)
$$;
comment on function app.list_orphans is 'Which of these files have no row in this database.';
grant execute on function app.list_orphans to feedback_worker;

create or replace function app.queue_orphans(p_names text[]) returns void
language sql security definer set search_path = ''
as $$
    insert into app.file_deletions (name) select o from app.list_orphans(p_names) o on conflict do nothing
$$;
comment on function app.queue_orphans is
    'Queues files without a row, which a restore may have brought back.';
grant execute on function app.queue_orphans to feedback_worker;
