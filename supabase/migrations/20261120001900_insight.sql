-- What a member may ask about the past. Definers, because they read across tables; each begins with app.demand.
set role feedback_owner;

create function app.recall(p_event app.events, p_visitor uuid, p_site uuid, p_now timestamptz) returns app.call
language plpgsql stable set search_path = ''
as $$
begin
    return app.open_call(
        jsonb_build_object('site', p_site, 'visitor', p_visitor, 'context', coalesce(p_event.context, '{}')), p_now,
        coalesce(p_event.session_id, app.mint_id(p_now)), p_event.id, coalesce(p_event.name, ''),
        coalesce(p_event.properties, '{}'), p_event.verified);
end $$;
comment on function app.recall is 'The call that reported an event, as it would be now.';

create function app.why_event(p_site uuid, p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_event app.events;
    v_call app.call;
begin
    perform app.demand_reading(p_site);
    select * into v_event from app.events e
    where e.site_id = p_site and e.day = (app.id_time(p_event) at time zone 'UTC')::date and e.id = p_event
      and e.at > clock_timestamp() - interval '30 days';
    v_call := app.recall(v_event, v_event.visitor_id, p_site, v_event.received_at);
    if v_call.visitor_id is null then
        return null;
    end if;
    -- As of a moment before, so that what this event itself reserved does not count against it.
    return jsonb_build_object('event', p_event, 'reason', v_event.reason, 'decided_at', v_event.received_at,
        'candidates', app.explain_call(v_call, null, false, v_event.received_at - interval '1 microsecond'));
end $$;
comment on function app.why_event is
    'The recorded reason of an event, and how the prompts that are live now judge it with the facts of its time; null when unknown.';

create function app.why_visitor(p_site uuid, p_visitor uuid, p_prompt uuid, p_now timestamptz default clock_timestamp())
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_event app.events;
    v_call app.call;
begin
    perform app.demand(p_site, 'viewer');
    select e.* into v_event from app.candidates c
    join app.events e on e.site_id = c.site_id and e.visitor_id = p_visitor and e.name = c.event_name
    where c.site_id = p_site and c.prompt_id = p_prompt and e.at > p_now - interval '30 days'
    order by e.id desc limit 1;
    v_call := app.recall(v_event, p_visitor, p_site, p_now);
    if v_call.visitor_id is null then
        return null;
    end if;
    return jsonb_build_object('event', v_event.id,
        'candidates', app.explain_call(v_call, p_prompt, v_event.id is null, 'infinity'));
end $$;
comment on function app.why_visitor is
    'How a published prompt would judge a visitor now, as if the latest event of its trigger came again; without one, as show() would.';

create function app.forecast_rows(p_site uuid, p_content jsonb, p_prompt uuid, p_from timestamptz, p_now timestamptz, p_share numeric)
returns table (subject_id uuid, reason app.reason)
language plpgsql stable set search_path = ''
as $$
declare
    c app.candidates := app.compile_content(p_site, p_prompt, 0, p_now, '', p_content);
    v_settings jsonb := (select s.settings from app.sites s where s.id = p_site);
    v_needs jsonb := case when c.needs is not null or c.dated then
        '{"prompts": [], "events": []}'::jsonb || coalesce(c.needs, '{}') end;
begin
    return query
    select v.subject_id, case when first.judged <> 'unknown' then first.judged else
        app.evaluate(c, app.load_facts(f.facts, p_site, v_settings, v.subject_id, e.session_id, '[]', e.id, e.name,
            v_needs, e.received_at, e.received_at - interval '1 microsecond') #- array['seen', p_prompt::text], false) end
    from app.events e
    join app.visitors v on v.site_id = e.site_id and v.id = e.visitor_id
    join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
    cross join lateral (select app.base_facts(e.received_at, e.session_id, e.context, e.properties, e.verified,
        v.traits, s.account, s.sample_key, s.first_seen_at) as facts offset 0) f
    cross join lateral (select app.evaluate(c, f.facts, false) as judged offset 0) first
    where e.site_id = p_site and e.at > p_from and e.at <= p_now and e.day >= (p_from at time zone 'UTC')::date
      and e.name in (select jsonb_array_elements_text(p_content #> '{trigger,events}')) and not e.bot
      and (p_share >= 1 or (uuid_hash(v.subject_id)::bigint + 2147483648) / 4294967296.0 < p_share);
end $$;

create function app.forecast(
    p_site uuid, p_content jsonb, p_days integer default 30, p_now timestamptz default clock_timestamp(),
    p_most bigint default 1000000)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_from timestamptz := p_now - make_interval(days => least(p_days, 30));
    v_prompt uuid;
    v_events bigint;
    v_share numeric;
    v_forecast jsonb;
begin
    perform app.demand_sight(p_site);
    select coalesce((select p.id from app.prompts p where p.site_id = p_site and p.survey_id = p_content ->> 'survey_id'),
        '00000000-0000-7000-8000-000000000000') into v_prompt;
    select count(*) into v_events from app.events e
    where e.site_id = p_site and e.at > v_from and e.at <= p_now and e.day >= (v_from at time zone 'UTC')::date
      and e.name in (select jsonb_array_elements_text(p_content #> '{trigger,events}')) and not e.bot;
    v_share := least(1, p_most / greatest(v_events, 1)::numeric);
    with rows as materialized (
        select r.subject_id, r.reason, r.reason in ('displayed', 'waiting') as reached
        from app.forecast_rows(p_site, p_content, v_prompt, v_from, p_now, v_share) r
    )
    select jsonb_build_object('days', least(p_days, 30), 'events', v_events, 'share', round(v_share, 6),
        'subjects', round(count(distinct r.subject_id) / v_share),
        'reached', round(count(distinct r.subject_id) filter (where r.reached) / v_share),
        'error', ceil(1.96 * sqrt(count(distinct r.subject_id) filter (where r.reached) * (1 - v_share)) / v_share),
        'reasons', (select coalesce(jsonb_object_agg(k.reason, k.events), '{}')
            from (select o.reason, round(count(*) / v_share) as events from rows o group by 1) k))
    into v_forecast from rows r;
    return v_forecast;
end $$;
comment on function app.forecast is
    'How many subjects a content would have reached by the events of the last days. Above p_most events a share of the subjects is looked at; error is the half width of a 95 % interval.';

create function app.visitors_of(p_site uuid, p_visitor uuid, p_account text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
    return coalesce((
        select array_agg(v.id) from app.visitors v
        left join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
        where v.site_id = p_site and (v.id = p_visitor or s.account = p_account)), '{}')
        || case when p_visitor is not null then array[p_visitor] else '{}' end;
end $$;

create function app.subjects_of(p_site uuid, p_visitors uuid[], p_account text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
    -- An account is more than one of its browsers: erasing a browser leaves the account.
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
    perform app.demand(p_site, 'owner');
    v_visitors := app.visitors_of(p_site, p_visitor, p_account);
    v_subjects := app.subjects_of(p_site, v_visitors, p_account);
    -- What is past its retention is as good as deleted. Its events and displays are older still.
    v_visitors := array(select k.id from unnest(v_visitors) k (id) where not exists (
        select from app.visitors v where v.site_id = p_site and v.id = k.id and v.last_seen_at < v_oldest));
    v_subjects := array(select s.id from app.subjects s
        where s.site_id = p_site and s.id = any(v_subjects) and s.last_seen_at >= v_oldest);
    return jsonb_build_object(
        'subjects', (select coalesce(jsonb_agg(to_jsonb(s) - 'site_id' order by s.id), '[]') from app.subjects s
            where s.site_id = p_site and s.id = any(v_subjects)),
        'visitors', (select coalesce(jsonb_agg(to_jsonb(v) - 'site_id' order by v.id), '[]') from app.visitors v
            where v.site_id = p_site and v.id = any(v_visitors)),
        'events', (select coalesce(jsonb_agg(to_jsonb(e) - 'site_id' - 'day' order by e.id), '[]') from app.events e
            where e.site_id = p_site and e.visitor_id = any(v_visitors) and e.at > clock_timestamp() - interval '30 days'),
        'displays', (select coalesce(jsonb_agg(to_jsonb(d) - 'site_id' order by d.id), '[]') from app.displays d
            where d.site_id = p_site and (d.visitor_id = any(v_visitors) or d.subject_id = any(v_subjects))
              and d.reserved_at >= v_oldest),
        'responses', (select coalesce(jsonb_agg(to_jsonb(r) - 'site_id' order by r.display_id), '[]') from app.responses r
            where r.site_id = p_site and (r.visitor_id = any(v_visitors) or r.subject_id = any(v_subjects))));
end $$;
comment on function app.export_person is 'Everything about one visitor, or about one account with all its visitors.';

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
    perform app.demand(p_site, 'owner');
    v_visitors := app.visitors_of(p_site, p_visitor, p_account);
    v_subjects := app.subjects_of(p_site, v_visitors, p_account);
    delete from app.events where site_id = p_site and visitor_id = any(v_visitors);
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('events', v_count);
    delete from app.responses where site_id = p_site and (visitor_id = any(v_visitors) or subject_id = any(v_subjects)
        or display_id in (select d.id from app.displays d where d.site_id = p_site and d.visitor_id = any(v_visitors)));
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('responses', v_count);
    delete from app.displays where site_id = p_site and (visitor_id = any(v_visitors) or subject_id = any(v_subjects));
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('displays', v_count);
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
    'Deletes one visitor, or one account with all its visitors, everywhere, and keeps a receipt; p_hash is the keyed hash of whom.';

grant execute on function app.why_event, app.why_visitor, app.forecast, app.export_person, app.erase_person
    to feedback_person;

reset role;
