-- What members may ask about past events and visitors. Security definers, each of which checks the caller's access first.
set role feedback_owner;

create function app.rebuild_call(p_event app.event_details, p_visitor uuid, p_site uuid, p_now timestamptz) returns app.call
language plpgsql stable set search_path = ''
as $$
begin
    return app.load_call(
        jsonb_build_object('site', p_site, 'visitor', p_visitor, 'context', coalesce(p_event.context, '{}')), p_now,
        coalesce(p_event.session_id, app.mint_id(p_now)), p_event.id, coalesce(p_event.name, ''),
        coalesce(p_event.properties, '{}'), p_event.verified);
end $$;
comment on function app.rebuild_call is 'Rebuilds the call that reported an event, with the visitor as it is now.';

create function app.why_event(p_site uuid, p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_event app.event_details;
    v_call app.call;
    v_version app.visitor_versions;
begin
    perform app.require_response_access(p_site);
    select * into v_event from app.event_details e
    where e.site_id = p_site and e.id = p_event and e.id > app.id_from(clock_timestamp() - interval '30 days');
    v_call := app.rebuild_call(v_event, v_event.visitor_id, p_site, v_event.received_at);
    if v_call.visitor_id is null then
        return null;
    end if;
    -- The visitor as it was at that time.
    select * into v_version from app.visitor_versions o
    where o.site_id = p_site and o.visitor_id = v_event.visitor_id and o.until > v_event.received_at
    order by o.until limit 1;
    if found then
        v_call.traits := v_version.traits;
        v_call.account := case when v_version.identified then coalesce(v_call.account, '') end;
        v_call.sample_key := v_version.sample_key;
        v_call.first_seen_at := v_version.first_seen_at;
    end if;
    -- As of just before, so that the display reserved by this event does not count.
    return jsonb_build_object('event', p_event, 'reason', v_event.reason, 'decided_at', v_event.received_at,
        'candidates', app.explain_call(v_call, null, false, v_event.received_at - interval '1 microsecond'));
end $$;
comment on function app.why_event is
    'The recorded reason of an event, and the outcome of the currently published prompts with the facts of its time; null for an unknown event.';

create function app.why_visitor(p_site uuid, p_visitor uuid, p_prompt uuid, p_now timestamptz default clock_timestamp())
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_oldest uuid := app.id_from(p_now - interval '30 days');
    v_latest uuid;
    v_event app.event_details;
    v_call app.call;
begin
    perform app.require_role(p_site, 'viewer');
    select e.id into v_latest from app.candidates c
    join app.sites s on s.id = c.site_id
    join app.visitors v on v.site_id = c.site_id and v.id = p_visitor
    join app.events e on e.site + 0 = s.key and e.visitor = v.key and e.name_hash = hashtext(c.event_name) and e.name = c.event_name
    where c.site_id = p_site and c.prompt_id = p_prompt and e.id >= v_oldest
    order by e.id desc limit 1;
    select * into v_event from app.event_details e where e.site_id = p_site and e.id = v_latest;
    v_call := app.rebuild_call(v_event, p_visitor, p_site, p_now);
    if v_call.visitor_id is null then
        return null;
    end if;
    return jsonb_build_object('event', v_event.id,
        'candidates', app.explain_call(v_call, p_prompt, v_event.id is null, 'infinity'));
end $$;
comment on function app.why_visitor is
    'The outcome of a published prompt for a visitor now, as if the visitor repeated the latest event of its trigger; without such an event, as for show().';

create function app.find_visitors(p_site uuid, p_visitor uuid, p_account text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
    return coalesce((
        select array_agg(v.id) from app.visitors v
        left join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
        where v.site_id = p_site and (v.id = p_visitor or s.account = p_account)), '{}')
        || case when p_visitor is not null then array[p_visitor] else '{}' end;
end $$;

create function app.find_subjects(p_site uuid, p_visitors uuid[], p_account text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
    -- An account may have several browsers: erasing one of them keeps the account.
    return coalesce((
        select array_agg(s.id) from app.subjects s
        where s.site_id = p_site and (s.account = p_account or s.account is null and s.id in (
            select v.subject_id from app.visitors v where v.site_id = p_site and v.id = any(p_visitors)))), '{}');
end $$;

create function app.export_person(p_site uuid, p_visitor uuid, p_account text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_oldest timestamptz := clock_timestamp() - interval '90 days';
    v_visitors uuid[];
    v_subjects uuid[];
begin
    perform app.require_role(p_site, 'owner');
    v_visitors := app.find_visitors(p_site, p_visitor, p_account);
    v_subjects := app.find_subjects(p_site, v_visitors, p_account);
    -- Rows past their retention count as deleted; their events and displays are older still.
    v_visitors := array(select k.id from unnest(v_visitors) k (id) where not exists (
        select from app.visitors v where v.site_id = p_site and v.id = k.id and v.last_seen_at < v_oldest));
    v_subjects := array(select s.id from app.subjects s
        where s.site_id = p_site and s.id = any(v_subjects) and s.last_seen_at >= v_oldest);
    return jsonb_build_object(
        'subjects', (select coalesce(jsonb_agg(to_jsonb(s) - 'site_id' order by s.id), '[]') from app.subjects s
            where s.site_id = p_site and s.id = any(v_subjects)),
        'visitors', (select coalesce(jsonb_agg(to_jsonb(v) - 'site_id' - 'key' order by v.id), '[]') from app.visitors v
            where v.site_id = p_site and v.id = any(v_visitors)),
        'visitor_versions', (select coalesce(jsonb_agg(to_jsonb(v) - 'site_id' order by v.visitor_id, v.until), '[]')
            from app.visitor_versions v where v.site_id = p_site and v.visitor_id = any(v_visitors)),
        'events', (select coalesce(jsonb_agg(to_jsonb(e) - 'site_id' order by e.id), '[]') from app.event_details e
            where e.site_id = p_site and e.visitor_id = any(v_visitors)
              and e.id > app.id_from(clock_timestamp() - interval '30 days')),
        'displays', (select coalesce(jsonb_agg(to_jsonb(d) - 'site_id' order by d.id), '[]') from app.displays d
            where d.site_id = p_site and (d.visitor_id = any(v_visitors) or d.subject_id = any(v_subjects))
              and d.reserved_at >= v_oldest),
        'responses', (select coalesce(jsonb_agg(to_jsonb(r) - 'site_id' order by r.display_id), '[]') from app.responses r
            where r.site_id = p_site and (r.visitor_id = any(v_visitors) or r.subject_id = any(v_subjects))));
end $$;
comment on function app.export_person is 'All data about one visitor, or about one account with all its visitors.';

create function app.erase_person(p_site uuid, p_visitor uuid, p_account text, p_hash text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_visitors uuid[];
    v_subjects uuid[];
    v_counts jsonb := '{}';
    v_count bigint;
    v_receipt app.erasures;
begin
    perform app.require_role(p_site, 'owner');
    v_visitors := app.find_visitors(p_site, p_visitor, p_account);
    v_subjects := app.find_subjects(p_site, v_visitors, p_account);
    delete from app.events e using app.sites s, app.visitors v
    where s.id = p_site and v.site_id = p_site and v.id = any(v_visitors) and e.site + 0 = s.key and e.visitor = v.key;
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('events', v_count);
    delete from app.responses where site_id = p_site and (visitor_id = any(v_visitors) or subject_id = any(v_subjects)
        or display_id in (select d.id from app.displays d where d.site_id = p_site and d.visitor_id = any(v_visitors)));
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('responses', v_count);
    delete from app.displays where site_id = p_site and (visitor_id = any(v_visitors) or subject_id = any(v_subjects));
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('displays', v_count);
    delete from app.visitor_versions where site_id = p_site and visitor_id = any(v_visitors);
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('visitor_versions', v_count);
    delete from app.visitors where site_id = p_site and id = any(v_visitors);
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('visitors', v_count);
    delete from app.subjects where site_id = p_site and id = any(v_subjects);
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('subjects', v_count);
    delete from app.buckets where site_id = p_site and kind = 2 and key in (select uuid_send(u) from unnest(v_subjects) u);

    insert into app.erasures (site_id, hash, counts, erased_by)
    values (p_site, p_hash, v_counts, app.person_id()) returning * into v_receipt;
    return to_jsonb(v_receipt) - 'site_id';
end $$;
comment on function app.erase_person is
    'Deletes all data about one visitor, or about one account with all its visitors, and stores a receipt. p_hash is a keyed hash of their ID.';

grant execute on function app.why_event, app.why_visitor, app.export_person, app.erase_person
    to feedback_person;

reset role;
