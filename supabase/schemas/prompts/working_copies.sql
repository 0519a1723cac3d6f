create or replace function app.record_working_copy_author() returns trigger
language plpgsql set search_path = ''
as $$
begin
    new.updated_by := app.person_id();
    new.updated_at := clock_timestamp();
    return new;
end $$;
create trigger working_copies_record_author before insert or update on app.working_copies
    for each row execute function app.record_working_copy_author();

create or replace function app.working_etag(p_content jsonb, p_base integer, p_before text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return left(encode(sha256(convert_to(format('%s %s %s', p_before, p_base, p_content), 'UTF8')), 'hex'), 32);
end $$;
comment on function app.working_etag is 'The etag of a working copy: identifies its content and the state that it follows.';
grant execute on function app.working_etag to feedback_person;

create or replace function app.save_working_copy(p_site uuid, p_prompt uuid, p_content jsonb, p_base integer, p_etag text)
returns table (etag text, updated_at timestamptz)
language plpgsql set search_path = ''
as $$
declare
    v_next text := app.working_etag(p_content, p_base, p_etag);
    v_state text := (select p.state from app.prompts p
        join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p_base
        where p.site_id = p_site and p.id = p_prompt);
begin
    if v_state is null then
        raise exception 'There is no such prompt, or it has no such revision.' using errcode = 'FB404';
    elsif v_state = 'archived' then
        raise exception 'An archived prompt cannot be edited; duplicate it.' using errcode = 'FB409';
    end if;
    -- Compares and sets in one statement: of two concurrent saves only one succeeds. A repeated save matches its own etag.
    return query
        with changed as (
            update app.working_copies w
            set content = p_content, base_revision = p_base, etag = v_next
            where w.site_id = p_site and w.prompt_id = p_prompt and w.etag in (p_etag, v_next)
            returning w.etag, w.updated_at
        ),
        started as (
            insert into app.working_copies as w (site_id, prompt_id, content, base_revision, etag)
            select p_site, p_prompt, p_content, p_base, v_next
            where p_etag is null and not exists (select from changed)
            on conflict (site_id, prompt_id) do update
            set etag = excluded.etag where w.etag = excluded.etag
            returning w.etag, w.updated_at
        )
        select c.etag, c.updated_at from changed c union all select s.etag, s.updated_at from started s;
end $$;
comment on function app.save_working_copy is
    'Stores a working copy if p_etag is the stored etag (null: there is none yet); otherwise returns no row. Runs with the rights of the caller.';
grant execute on function app.save_working_copy to feedback_person;
