-- Events from the app's backend. The same rules apply to them; a prompt with `source: backend` reacts only to them.
-- In app.events they are those with the nil UUID as their session: the sdk function accepts only UUIDv7.
set role feedback_owner;

alter table app.candidates add column backend boolean not null default false;
comment on column app.candidates.backend is 'Only events from the backend trigger the prompt.';
create index candidates_backend on app.candidates (site_id) where backend;

create table app.proven_visitors (
    site_id uuid not null,
    visitor_id uuid not null,
    subject_id uuid not null,
    primary key (site_id, visitor_id),
    foreign key (site_id, visitor_id) references app.visitors on delete cascade
);
comment on table app.proven_visitors is
    'Visitors that an identity proof connected to their account. It counts while the visitor still belongs to that subject.';

alter table app.proven_visitors enable row level security;
alter table app.proven_visitors force row level security;
create policy "the service reads" on app.proven_visitors for select to feedback_owner using (true);
create policy "the service inserts" on app.proven_visitors for insert to feedback_owner with check (true);
create policy "the service updates" on app.proven_visitors for update to feedback_owner using (true);
create policy "the service deletes" on app.proven_visitors for delete to feedback_owner using (true);

create function app.is_proven(p_call app.call) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return exists (select from app.proven_visitors p
        where p.site_id = p_call.site_id and p.visitor_id = p_call.visitor_id and p.subject_id = p_call.subject_id);
end $$;
comment on function app.is_proven is 'Whether an identity proof connected the visitor to its account.';

create or replace function app.is_visitor_current(p_call app.call) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return p_call.last_seen_at >= p_call.now - interval '1 hour' and (
        coalesce(p_call.request_context -> 'identify', 'null') = 'null'
        or p_call.account is not distinct from p_call.request_context #>> '{identify,account}'
            and p_call.traits @> (p_call.request_context #> '{identify,traits}')
            and ((p_call.request_context #> '{identify,verified}')::boolean is not true or app.is_proven(p_call)));
end $$;

create or replace function app.create_visitor(p_site uuid, p_visitor uuid, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
    v_has_subject boolean;
    v_is_new boolean;
begin
    loop
        -- A visitor's first subject has the visitor's id, so that two tabs at once create the same one. A visitor that
        -- exists may have joined an account, whose subject has another id.
        insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
        select p_site, p_visitor, p_visitor, p_now, p_now
        where not exists (select from app.visitors v where v.site_id = p_site and v.id = p_visitor)
        on conflict (site_id, id) do nothing;
        v_has_subject := found;
        insert into app.visitors (site_id, id, subject_id, first_seen_at, last_seen_at)
        select p_site, s.id, s.id, p_now, p_now from app.subjects s where s.site_id = p_site and s.id = p_visitor
        on conflict do nothing;
        v_is_new := found and v_has_subject;
        if v_has_subject and not v_is_new then
            -- Another call has just created the visitor, and merged its subject into an account's.
            delete from app.subjects s where s.site_id = p_site and s.id = p_visitor;
        end if;
        exit when (v_is_new or not app.delete_expired_visitor(p_site,
            array(select v.subject_id from app.visitors v where v.site_id = p_site and v.id = p_visitor) || p_visitor,
            p_visitor, p_now))
            -- After the sequence restarted, the key may be taken: then the next one is tried.
            and exists (select from app.visitors v where v.site_id = p_site and v.id = p_visitor);
    end loop;
end $$;

create or replace function app.find_subjects(p_site uuid, p_visitors uuid[], p_account text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
    -- An account may have several browsers: erasing one of them keeps the account. A browser's own subject may be left
    -- from before it joined one.
    return coalesce((
        select array_agg(s.id) from app.subjects s
        where s.site_id = p_site and (s.account = p_account or s.account is null and (s.id = any(p_visitors) or s.id in (
            select v.subject_id from app.visitors v where v.site_id = p_site and v.id = any(p_visitors))))), '{}');
end $$;

create or replace function app.identify_visitor(p_site uuid, p_visitor uuid, p_identify jsonb, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
    v_before app.visitor_versions;
    v_after app.visitor_versions;
begin
    perform app.create_visitor(p_site, p_visitor, p_now);
    perform from app.visitors where site_id = p_site and id = p_visitor for update;
    v_before := app.read_visitor_version(p_site, p_visitor, p_now);
    for v_attempt in 1..5 loop
        begin
            perform app.assign_account(p_site, p_visitor, p_identify ->> 'account', p_now);
            exit;
        exception when unique_violation then
            -- Another visitor has just taken the account, so it exists now.
            if v_attempt = 5 then raise; end if;
        end;
    end loop;
    update app.visitors set traits = app.merge_traits(traits, p_identify -> 'traits')
    where site_id = p_site and id = p_visitor and not traits @> (p_identify -> 'traits');
    v_after := app.read_visitor_version(p_site, p_visitor, p_now);
    if (p_identify -> 'verified')::boolean then
        insert into app.proven_visitors as p (site_id, visitor_id, subject_id) values (p_site, p_visitor, v_after.subject_id)
        on conflict (site_id, visitor_id) do update set subject_id = excluded.subject_id
        where p.subject_id <> excluded.subject_id;
    end if;
    -- A visitor that this call created has no earlier version.
    if v_before.first_seen_at < p_now
        and (v_before.subject_id, v_before.identified, v_before.traits)
            is distinct from (v_after.subject_id, v_after.identified, v_after.traits)
    then
        insert into app.visitor_versions values (v_before.*) on conflict (site_id, visitor_id, until) do nothing;
    end if;
end $$;

create function app.backend_visitor(p_site uuid, p_account text) returns uuid
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    v_hash text := md5(p_site::text || ' ' || p_account);
begin
    -- A UUIDv8, which the sdk function accepts from no browser.
    return (left(v_hash, 12) || '8' || substr(v_hash, 14, 3) || '8' || substr(v_hash, 18))::uuid;
end $$;
comment on function app.backend_visitor is 'The visitor that reports an account''s events from the backend.';

create function app.account_traits(p_call app.call) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_backend uuid := app.backend_visitor(p_call.site_id, p_call.account);
    v_browser jsonb := p_call.traits;
begin
    if p_call.visitor_id = v_backend then
        select v.traits into v_browser from app.visitors v
        where v.site_id = p_call.site_id and v.subject_id = p_call.subject_id and v.id <> v_backend
        order by v.last_seen_at desc, v.id limit 1;
    end if;
    return coalesce(v_browser, '{}') || coalesce(
        (select v.traits from app.visitors v where v.site_id = p_call.site_id and v.id = v_backend), '{}');
end $$;
comment on function app.account_traits is
    'The traits for a decision about an event from the backend: those of the browser (or, if there is none yet, of the browser that was seen last), overridden by those from the backend.';

reset role;
