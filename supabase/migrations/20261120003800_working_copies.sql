-- What somebody is editing and has not saved as a revision. Connections do not take part.
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
comment on table app.working_copies is 'The authored form of a prompt as it was typed, one a prompt; it need not be valid.';
comment on column app.working_copies.base_revision is 'The revision that editing began from.';
comment on column app.working_copies.etag is
    'A hash of the content and of the etag before: who saves says which one they saw, and a repeated save has the same.';

create function app.note_who_typed() returns trigger
language plpgsql set search_path = ''
as $$
begin
    new.updated_by := app.person_id();
    new.updated_at := clock_timestamp();
    return new;
end $$;
create trigger working_copies_name_who_typed before insert or update on app.working_copies
    for each row execute function app.note_who_typed();

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
create policy "editors begin working copies" on app.working_copies for insert to feedback_person
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
comment on function app.working_etag is 'Names a state of a working copy by what it holds and by the state it follows.';

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
    -- One statement compares and sets: of two who saw the same state one saves. A repeated save finds its own etag.
    return query
        with changed as (
            update app.working_copies w
            set content = p_content, base_revision = p_base, etag = v_next
            where w.site_id = p_site and w.prompt_id = p_prompt and w.etag in (p_etag, v_next)
            returning w.etag, w.updated_at
        ),
        begun as (
            insert into app.working_copies as w (site_id, prompt_id, content, base_revision, etag)
            select p_site, p_prompt, p_content, p_base, v_next
            where p_etag is null and not exists (select from changed)
            on conflict (site_id, prompt_id) do update
            set etag = excluded.etag where w.etag = excluded.etag
            returning w.etag, w.updated_at
        )
        select c.etag, c.updated_at from changed c union all select b.etag, b.updated_at from begun b;
end $$;
comment on function app.save_working_copy is
    'Keeps what is being edited, if p_etag still names what is stored (null: nothing is); no row when it does not. Runs with the rights of whoever calls.';

grant execute on function app.working_etag, app.save_working_copy to feedback_person;

reset role;
