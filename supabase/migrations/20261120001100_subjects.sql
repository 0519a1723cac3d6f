set role feedback_owner;

-- Everything locks in this order, so that nothing deadlocks: visitor, subjects by id, subject locks by id, displays.

create type app.call as (
    -- the site and the event's name
    site_id uuid, site integer, settings jsonb, registered boolean, has_exhausted boolean, top_candidate integer,
    -- the visitor and its subject
    visitor_id uuid, visitor integer, subject_id uuid, account text, sample_key uuid, traits jsonb,
    first_seen_at timestamptz, last_seen_at timestamptz, reset_at timestamptz,
    -- the event or show request, and the candidates to decide about
    request_context jsonb, now timestamptz, session_id uuid, event_id uuid, name text, properties jsonb, verified jsonb,
    prompts uuid[]
);
comment on type app.call is 'What a decision needs to know about one SDK call. `site` and `visitor` are keys; `prompts` are the ids of the candidates.';

create function app.make_call(
    p_site_id uuid, p_site integer, p_settings jsonb, p_registered boolean, p_has_exhausted boolean,
    p_top_candidate integer,
    p_visitor_id uuid, p_visitor integer, p_subject_id uuid, p_account text, p_sample_key uuid, p_traits jsonb,
    p_first_seen_at timestamptz, p_last_seen_at timestamptz, p_reset_at timestamptz,
    p_request_context jsonb, p_now timestamptz, p_session_id uuid, p_event_id uuid, p_name text, p_properties jsonb,
    p_verified jsonb, p_prompts uuid[])
returns app.call
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return row(p_site_id, p_site, p_settings, p_registered, p_has_exhausted, p_top_candidate,
        p_visitor_id, p_visitor, p_subject_id, p_account, p_sample_key, p_traits,
        p_first_seen_at, p_last_seen_at, p_reset_at,
        p_request_context, p_now, p_session_id, p_event_id, p_name, p_properties, p_verified, p_prompts)::app.call;
end $$;
comment on function app.make_call is 'Makes a call from its fields by name. The order is that of the type.';

create function app.load_call(
    p_request_context jsonb, p_now timestamptz, p_session uuid, p_event uuid, p_name text, p_properties jsonb, p_verified jsonb)
returns app.call
language plpgsql stable set search_path = ''
as $$
declare
    v_site uuid := p_request_context ->> 'site';
    r record;
begin
    select s.key as site, s.settings, n.registered, n.top_candidate,
        exists (select from app.buckets k where k.site_id = v_site and k.exhausted) as has_exhausted,
        v.id as visitor_id, v.key as visitor, v.traits, v.reset_at,
        u.id as subject_id, u.account, u.sample_key, u.first_seen_at, least(v.last_seen_at, u.last_seen_at) as last_seen_at
    into r
    from app.sites s
    left join app.event_names n on n.site_id = s.id and n.name = p_name
    left join app.visitors v on v.site_id = s.id and v.id = (p_request_context ->> 'visitor')::uuid
        and v.last_seen_at >= p_now - interval '90 days'
    left join app.subjects u on u.site_id = v.site_id and u.id = v.subject_id
    where s.id = v_site;
    if not found then
        raise exception 'There is no such site.' using errcode = 'FB404';
    end if;
    return app.make_call(
        p_site_id => v_site, p_site => r.site, p_settings => r.settings, p_registered => r.registered,
        p_has_exhausted => r.has_exhausted, p_top_candidate => r.top_candidate,
        p_visitor_id => r.visitor_id, p_visitor => r.visitor, p_subject_id => r.subject_id, p_account => r.account,
        p_sample_key => r.sample_key, p_traits => r.traits, p_first_seen_at => r.first_seen_at,
        p_last_seen_at => r.last_seen_at, p_reset_at => r.reset_at,
        p_request_context => p_request_context, p_now => p_now, p_session_id => p_session, p_event_id => p_event,
        p_name => p_name, p_properties => p_properties, p_verified => p_verified, p_prompts => null);
end $$;
comment on function app.load_call is 'Reads site, visitor and subject in one statement. The latter two are null for a visitor that is new or past its retention.';

create function app.reload_call(p_call app.call) returns app.call
language plpgsql stable set search_path = ''
as $$
declare
    v_call app.call := app.load_call(p_call.request_context, p_call.now, p_call.session_id, p_call.event_id, p_call.name,
        p_call.properties, p_call.verified);
begin
    v_call.prompts := p_call.prompts;
    return v_call;
end $$;

create function app.delete_expired_visitor(p_site uuid, p_subjects uuid[], p_visitor uuid, p_now timestamptz) returns boolean
language plpgsql set search_path = ''
as $$
declare
    v_deleted integer;
    v_visitors integer;
begin
    perform from app.visitors v
    where v.site_id = p_site and (v.id = p_visitor or v.subject_id = any(p_subjects)) order by v.id for update;
    delete from app.subjects s
    where s.site_id = p_site and s.id = any(p_subjects) and s.last_seen_at < p_now - interval '90 days';
    get diagnostics v_deleted = row_count;
    delete from app.visitors v
    where v.site_id = p_site and v.id = p_visitor and v.last_seen_at < p_now - interval '90 days';
    get diagnostics v_visitors = row_count;
    return v_deleted + v_visitors > 0;
end $$;
comment on function app.delete_expired_visitor is
    'Deletes the visitor and the subjects if they are past their retention and not yet deleted by maintenance.';

create function app.create_visitor(p_site uuid, p_visitor uuid, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
    v_is_new boolean;
begin
    loop
        -- A visitor's first subject has the visitor's id, so that two tabs at once create the same one.
        insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
        values (p_site, p_visitor, p_visitor, p_now, p_now) on conflict (site_id, id) do nothing;
        v_is_new := found;
        insert into app.visitors (site_id, id, subject_id, first_seen_at, last_seen_at)
        values (p_site, p_visitor, p_visitor, p_now, p_now) on conflict do nothing;
        exit when (found and v_is_new or not app.delete_expired_visitor(p_site,
            array(select v.subject_id from app.visitors v where v.site_id = p_site and v.id = p_visitor) || p_visitor,
            p_visitor, p_now))
            -- After the sequence restarted, the key may be taken: then the next one is tried.
            and exists (select from app.visitors v where v.site_id = p_site and v.id = p_visitor);
    end loop;
end $$;
comment on function app.create_visitor is 'Creates a visitor and its subject, unless they exist. Rows past their retention count as deleted.';

create function app.update_last_seen(p_call app.call) returns void
language plpgsql set search_path = ''
as $$
declare
    v_hour_ago timestamptz := p_call.now - interval '1 hour';
begin
    update app.visitors set last_seen_at = p_call.now
    where site_id = p_call.site_id and id = p_call.visitor_id and last_seen_at < v_hour_ago;
    update app.subjects set last_seen_at = p_call.now
    where site_id = p_call.site_id and id = p_call.subject_id and last_seen_at < v_hour_ago;
end $$;
comment on function app.update_last_seen is 'Updates when visitor and subject were last seen, at most once an hour.';

create function app.merge_traits(p_old jsonb, p_new jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when app.count_keys(p_old || p_new) <= 64 and octet_length((p_old || p_new)::text) <= 5120 then p_old || p_new
        else p_new end;
end $$;
comment on function app.merge_traits is
    'Merges traits by key; if that exceeds the limits of one call, only the new ones stay.';

create function app.merge_subjects(p_site uuid, p_from uuid, p_to uuid) returns void
language plpgsql set search_path = ''
as $$
begin
    perform from app.subjects where site_id = p_site and id in (p_from, p_to) order by id for update;
    insert into app.subject_locks (site_id, subject_id) values (p_site, least(p_from, p_to)), (p_site, greatest(p_from, p_to))
    on conflict (site_id, subject_id) do nothing;
    perform from app.subject_locks where site_id = p_site and subject_id in (p_from, p_to) order by subject_id for update;

    update app.displays set subject_id = p_to where site_id = p_site and subject_id = p_from;
    update app.responses set subject_id = p_to where site_id = p_site and subject_id = p_from;
    insert into app.display_totals as l (site_id, subject_id, prompt_id, displays, last_at, answered)
    select o.site_id, p_to, o.prompt_id, o.displays, o.last_at, o.answered from app.display_totals o
    where o.site_id = p_site and o.subject_id = p_from
    on conflict (site_id, subject_id, prompt_id) do update
    set displays = l.displays + excluded.displays, last_at = greatest(l.last_at, excluded.last_at),
        answered = l.answered or excluded.answered;
    update app.subject_locks g set last_at = greatest(g.last_at, o.last_at)
    from app.subject_locks o
    where g.site_id = p_site and g.subject_id = p_to and o.site_id = p_site and o.subject_id = p_from;
    update app.subjects t
    set first_seen_at = least(t.first_seen_at, f.first_seen_at), last_seen_at = greatest(t.last_seen_at, f.last_seen_at)
    from app.subjects f
    where t.site_id = p_site and t.id = p_to and f.site_id = p_site and f.id = p_from;
    update app.visitors set subject_id = p_to where site_id = p_site and subject_id = p_from;
    delete from app.subjects where site_id = p_site and id = p_from;
end $$;
comment on function app.merge_subjects is 'Merges an anonymous subject into an account''s: moves its displays and responses, and keeps the later last display.';

create function app.assign_account(p_site uuid, p_visitor uuid, p_account text, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
    v_subject uuid;
    v_account text;
    v_known uuid;
    v_seen_at timestamptz;
begin
    -- Separate statement: a join that waited for this lock would pair the changed visitor with its former subject.
    perform from app.visitors where site_id = p_site and id = p_visitor for update;
    select s.id, s.account into v_subject, v_account
    from app.visitors v join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
    where v.site_id = p_site and v.id = p_visitor;
    if v_account = p_account then
        return;
    end if;
    select s.id, s.last_seen_at into v_known, v_seen_at
    from app.subjects s where s.site_id = p_site and s.account = p_account;
    if v_seen_at < p_now - interval '90 days' and app.delete_expired_visitor(p_site, array[v_known], null, p_now) then
        v_known := null;
    end if;
    if v_account is null and v_known is null then
        update app.subjects set account = p_account where site_id = p_site and id = v_subject;
    elsif v_account is null then
        perform app.merge_subjects(p_site, v_subject, v_known);
    else
        -- Accounts never merge: the visitor starts again under the other account, as after a reset.
        if v_known is null then
            v_known := app.mint_id(p_now);
            insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
            values (p_site, v_known, p_account, v_known, p_now, p_now);
        end if;
        update app.visitors set subject_id = v_known, traits = '{}', joined_at = p_now
        where site_id = p_site and id = p_visitor;
    end if;
end $$;
comment on function app.assign_account is 'Connects a visitor to an account. Raises unique_violation when another visitor takes the account at the same time.';

create function app.read_visitor_version(p_site uuid, p_visitor uuid, p_now timestamptz) returns app.visitor_versions
language plpgsql stable set search_path = ''
as $$
declare
    v_version app.visitor_versions;
begin
    select v.site_id, v.id, p_now, v.subject_id, s.account is not null, s.sample_key, s.first_seen_at, v.traits
    into v_version
    from app.visitors v join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
    where v.site_id = p_site and v.id = p_visitor;
    return v_version;
end $$;
comment on function app.read_visitor_version is 'The current traits and account of a visitor, as a version that ends at p_now.';

create function app.identify_visitor(p_site uuid, p_visitor uuid, p_identify jsonb, p_now timestamptz) returns void
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
    -- A visitor that this call created has no earlier version.
    if v_before.first_seen_at < p_now
        and (v_before.subject_id, v_before.identified, v_before.traits)
            is distinct from (v_after.subject_id, v_after.identified, v_after.traits)
    then
        insert into app.visitor_versions values (v_before.*) on conflict (site_id, visitor_id, until) do nothing;
    end if;
end $$;
comment on function app.identify_visitor is
    'Connects the visitor to the account and merges its traits; adds the previous state to app.visitor_versions.';

create function app.is_visitor_current(p_call app.call) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return p_call.last_seen_at >= p_call.now - interval '1 hour' and (
        coalesce(p_call.request_context -> 'identify', 'null') = 'null'
        or p_call.account is not distinct from p_call.request_context #>> '{identify,account}'
            and p_call.traits @> (p_call.request_context #> '{identify,traits}'));
end $$;
comment on function app.is_visitor_current is 'Whether the visitor exists, was seen within the hour, and has the account and traits of the request.';

create function app.update_visitor(p_call app.call) returns app.call
language plpgsql set search_path = ''
as $$
begin
    if p_call.visitor_id is null then
        perform app.create_visitor(p_call.site_id, (p_call.request_context ->> 'visitor')::uuid, p_call.now);
        p_call := app.reload_call(p_call);
    end if;
    if not app.is_visitor_current(p_call) then
        if coalesce(p_call.request_context -> 'identify', 'null') <> 'null' then
            perform app.identify_visitor(p_call.site_id, p_call.visitor_id, p_call.request_context -> 'identify', p_call.now);
            p_call := app.reload_call(p_call);
        end if;
        perform app.update_last_seen(p_call);
    end if;
    return p_call;
end $$;
comment on function app.update_visitor is 'Creates the visitor, connects it to the account of the request and updates when it was last seen, as far as needed.';

reset role;
