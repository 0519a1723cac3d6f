-- Working copies: edits that are not saved as a revision yet. Connections have no access.
set role feedback_owner;

create table app.working_copies (
    site_id uuid not null,
    prompt_id uuid not null,
    content jsonb not null,
    base_revision integer not null,
    etag text not null,
    updated_at timestamptz not null,
    updated_by uuid,
    primary key (site_id, prompt_id),
    foreign key (site_id, prompt_id, base_revision) references app.revisions on delete cascade,
    constraint working_content_is_an_object check (jsonb_typeof(content) = 'object'),
    constraint working_content_is_bounded check (octet_length(content::text) <= 262144)
);
comment on table app.working_copies is 'The content of a prompt while it is edited, at most one per prompt; it need not be valid.';
comment on column app.working_copies.base_revision is 'The revision on which the edits are based.';
comment on column app.working_copies.etag is
    'Hash of the content and the previous etag. A save names the etag that it is based on; repeating a save gives the same etag.';

create function app.record_working_copy_author() returns trigger
language plpgsql set search_path = ''
as $$
begin
    new.updated_by := app.person_id();
    new.updated_at := clock_timestamp();
    return new;
end $$;
create trigger working_copies_record_author before insert or update on app.working_copies
    for each row execute function app.record_working_copy_author();

alter table app.working_copies enable row level security;
alter table app.working_copies force row level security;
create policy "the service reads" on app.working_copies for select to feedback_owner using (true);
create policy "the service inserts" on app.working_copies for insert to feedback_owner with check (true);
create policy "the service updates" on app.working_copies for update to feedback_owner using (true);
create policy "the service deletes" on app.working_copies for delete to feedback_owner using (true);

grant select on app.working_copies to feedback_person;
create policy "editors see working copies" on app.working_copies for select to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
grant insert (site_id, prompt_id, content, base_revision, etag) on app.working_copies to feedback_person;
create policy "editors create working copies" on app.working_copies for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))));
grant update (content, base_revision, etag) on app.working_copies to feedback_person;
create policy "editors change working copies" on app.working_copies for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
grant delete on app.working_copies to feedback_person;
create policy "editors discard working copies" on app.working_copies for delete to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));

create function app.working_etag(p_content jsonb, p_base integer, p_before text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return left(encode(sha256(convert_to(format('%s %s %s', p_before, p_base, p_content), 'UTF8')), 'hex'), 32);
end $$;
comment on function app.working_etag is 'The etag of a working copy: identifies its content and the state that it follows.';

create function app.save_working_copy(p_site uuid, p_prompt uuid, p_content jsonb, p_base integer, p_etag text)
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

grant execute on function app.working_etag, app.save_working_copy to feedback_person;

reset role;
