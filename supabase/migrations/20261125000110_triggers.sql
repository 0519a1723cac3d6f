-- Repeated events, events that must not follow, and events that withdraw a prompt.
set role feedback_owner;

alter type app.reason add value 'trigger_count' before 'audience';
alter type app.reason add value 'group_limit' before 'budget';
alter type app.reason add value 'withdrawn' before 'waiting';

alter table app.candidates
    add column repeated jsonb,
    add column unless jsonb,
    add column cancel_events text[],
    add column wait_hours integer not null default 24,
    add column per_group jsonb;
comment on column app.candidates.repeated is
    'The number of matching events that the subject must have reported, and within how many minutes; null for one.';
comment on column app.candidates.unless is
    'The events that must not follow, and within how many minutes, which are also delay_seconds; null without them.';
comment on column app.candidates.wait_hours is 'How long the prompt waits for a subject after it is due.';
comment on column app.candidates.cancel_events is 'Events that withdraw the prompt while it waits; null without them.';
comment on column app.candidates.per_group is
    'The trait that names the group, and the number of days within which the prompt is displayed to a group at most once; null without a limit per group.';
drop index app.candidates_backend;
create index candidates_waiting on app.candidates (site_id) where backend or unless is not null;

create function app.list_occurrences(p_content jsonb, c app.candidates) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return jsonb_build_object('prompt', c.prompt_id, 'events', p_content #> '{trigger,events}', 'backend', c.backend,
        'path', c.trigger_path::text, 'vars', c.vars,
        'dates', (select jsonb_agg(distinct l -> 'property') from app.leaf_conditions(p_content #> '{trigger,where}') l
            where app.compares_dates(l))) || c.repeated;
end $$;
comment on function app.list_occurrences is 'What app.count_occurrences needs to know about a prompt whose trigger requires repeated events.';

create function app.matches_trigger(p_needed jsonb, p_event app.events) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
    v_verified jsonb := p_event.verified;
    v_facts jsonb := jsonb_build_object(
        'now', app.epoch(p_event.received_at), 'backend', p_event.session_id = '00000000-0000-0000-0000-000000000000',
        'properties', p_event.properties::jsonb || coalesce(v_verified, '{}'), 'verified', v_verified,
        'proven', v_verified is not null);
begin
    if coalesce(p_needed ->> 'path', '') = '' then
        return true;
    elsif jsonb_typeof(p_needed -> 'dates') = 'array' then
        v_facts := v_facts || jsonb_build_object('dates', jsonb_build_object(
            'properties', app.parse_dates(v_facts -> 'properties', p_needed -> 'dates'),
            'verified', app.parse_dates(v_verified, p_needed -> 'dates')));
    end if;
    return jsonb_path_match(v_facts, (p_needed ->> 'path')::jsonpath, p_needed -> 'vars', true);
end $$;
comment on function app.matches_trigger is 'Whether a stored event meets the trigger in p_needed, an element of the needed fact `occurrences`.';

create function app.count_occurrences(
    p_site uuid, p_subject uuid, p_event uuid, p_needed jsonb, p_until timestamptz, p_claim app.pending_claim default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_counts jsonb := '{}';
    v_one jsonb;
    v_at timestamptz := coalesce(app.id_time(p_event), p_until);
    v_from timestamptz;
    v_first uuid;
    -- Includes events of the same millisecond, because the order of IDs within it is random.
    v_before uuid := app.id_from(v_at + interval '1 millisecond');
    v_count integer;
begin
    for v_one in select n from jsonb_array_elements(p_needed) n loop
        v_from := v_at - make_interval(mins => (v_one -> 'within_minutes')::integer);
        -- Both bounds are plain variables, so that Postgres prunes the partitions of other days.
        v_first := app.id_from(v_from);
        -- The event itself is one. The newest 1,000 of the others are examined.
        select 1 + count(*) into v_count from (
            select from (
                select e from app.visitors v
                cross join jsonb_array_elements_text(v_one -> 'events') n (name)
                join app.events e on e.visitor = v.key and e.name_hash = hashtext(n.name) and e.name = n.name
                    -- `+ 0` rules out the primary key, as in app.count_events.
                    and e.site + 0 = v_site
                where v.site_id = p_site and v.subject_id = p_subject and e.id >= v_first and e.id < v_before
                  and e.id is distinct from p_event
                  and (e.session_id = '00000000-0000-0000-0000-000000000000') = (v_one -> 'backend')::boolean
                  and (v.joined_at <= v_from or e.id >= app.id_from(v.joined_at))
                  and (p_claim.event_id is null or v.id = p_claim.visitor_id or p_claim.joined_at <= p_claim.due and (
                    select coalesce(max(o.until) filter (where o.subject_id <> v.subject_id), '-infinity')
                    from app.visitor_versions o where o.site_id = p_site and o.visitor_id = v.id) <= p_claim.due)
                order by e.id desc limit 1000) near
            where app.matches_trigger(v_one, near.e)
            limit (v_one -> 'times')::integer) counted;
        v_counts := v_counts || jsonb_build_object(v_one ->> 'prompt', v_count);
    end loop;
    return v_counts;
end $$;
comment on function app.count_occurrences is
    'The number of events matching the trigger of each prompt that a subject reported within the trigger''s time, which ends with the event. The result is the same at every later time. In a replay, p_claim limits them to the browsers that belonged to the subject at that time.';

create function app.check_repeated(c app.candidates, p_facts jsonb) returns app.reason
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when not p_facts ? 'history' then 'unknown'::app.reason
        when coalesce((p_facts #> array['occurrences', c.prompt_id::text])::integer, 1) < (c.repeated -> 'times')::integer
            then 'trigger_count'::app.reason end;
end $$;

create function app.is_withdrawn(
    c app.candidates, p_subject uuid, p_event uuid, p_received_at timestamptz, p_until timestamptz)
returns boolean
language plpgsql stable set search_path = ''
as $$
declare
    v_site integer := (select s.key from app.sites s where s.id = c.site_id);
    v_over timestamptz := p_received_at + make_interval(mins => (c.unless -> 'within_minutes')::integer);
    -- Events may be 48 hours late, or five minutes ahead.
    v_first uuid := app.id_from(p_received_at - interval '48 hours');
    v_after uuid := app.id_from(p_until + interval '5 minutes');
begin
    if c.unless is null and c.cancel_events is null then
        return false;
    end if;
    -- Times of receipt come from one clock, the database's; times in IDs come from the clocks of browsers.
    return exists (
        select from (
            select n.name, v_over as until from jsonb_array_elements_text(c.unless -> 'events') n (name)
            union all
            select n.name, p_until from unnest(c.cancel_events) n (name)) n
        join app.visitors v on v.site_id = c.site_id and v.subject_id = p_subject
        join app.events e on e.visitor = v.key and e.name_hash = hashtext(n.name) and e.name = n.name and e.site + 0 = v_site
        where e.id >= v_first and e.id < v_after and e.id <> p_event
          and (e.received_at > p_received_at or e.received_at = p_received_at and e.id > p_event)
          and e.received_at <= least(n.until, p_until)
          and e.received_at >= v.joined_at);
end $$;
comment on function app.is_withdrawn is
    'Whether an event before p_until prevents or withdraws the prompt that waits because of an event received at p_received_at.';

create function app.describe_minutes(p_minutes integer) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when p_minutes % 1440 = 0 then p_minutes / 1440 || ' day' || case when p_minutes = 1440 then '' else 's' end
        when p_minutes % 60 = 0 then p_minutes / 60 || ' hour' || case when p_minutes = 60 then '' else 's' end
        else p_minutes || ' minute' || case when p_minutes = 1 then '' else 's' end end;
end $$;
comment on function app.describe_minutes is 'A duration in words, in the largest unit that divides it evenly.';

create function app.explain_trigger(c app.candidates, p_facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_count integer := coalesce((p_facts #> array['occurrences', c.prompt_id::text])::integer, 1);
    v_rules jsonb := '[]';
begin
    if c.repeated is not null then
        v_rules := v_rules || jsonb_build_object('rule', 'repeated', 'passed', v_count >= (c.repeated -> 'times')::integer,
            'text', format('at least %s such events within %s; it is number %s', c.repeated ->> 'times',
                app.describe_minutes((c.repeated -> 'within_minutes')::integer), v_count));
    end if;
    if c.unless is not null then
        v_rules := v_rules || jsonb_build_object('rule', 'unless', 'passed', true, 'text',
            format('waits for %s; none of %s may follow', app.describe_minutes((c.unless -> 'within_minutes')::integer),
                array_to_string(array(select jsonb_array_elements_text(c.unless -> 'events')), ', ')));
    end if;
    if c.cancel_events is not null then
        v_rules := v_rules || jsonb_build_object('rule', 'cancel', 'passed', true, 'text',
            format('while it waits, %s withdraws it', array_to_string(c.cancel_events, ' or ')));
    end if;
    return v_rules;
end $$;
comment on function app.explain_trigger is 'The rules of a trigger about events other than the one that triggers it.';

create or replace function app.load_facts(
    p_facts jsonb, p_site uuid, p_settings jsonb, p_subject uuid, p_session uuid, p_device jsonb,
    p_event uuid, p_event_name text, p_needed jsonb, p_now timestamptz, p_until timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    -- Most subjects have never seen a prompt: without a lock row, there is no display.
    v_shown boolean := exists (select from app.subject_locks g where g.site_id = p_site and g.subject_id = p_subject);
    v_dates jsonb := '{}';
    v_history jsonb := '{}';
begin
    if v_shown or p_device <> '[]' then
        p_facts := p_facts || app.display_facts(p_site, p_subject, p_session, p_settings, p_device, p_now, p_until);
    else
        p_facts := p_facts || jsonb_build_object('seen', '{}'::jsonb, 'site', app.site_limits(p_settings)
            || '{"window_displays": 0, "session_displays": 0}');
    end if;
    if p_needed is null then
        return p_facts || '{"history": {}}';
    end if;
    if p_needed ? 'traits' then
        v_dates := jsonb_build_object('traits', app.parse_dates(p_facts -> 'traits', p_needed -> 'traits'));
    end if;
    if p_needed ? 'properties' then
        v_dates := v_dates || jsonb_build_object(
            'properties', app.parse_dates(p_facts -> 'properties', p_needed -> 'properties'),
            'verified', app.parse_dates(p_facts -> 'verified', p_needed -> 'properties'));
    end if;
    if p_needed ? 'languages' then
        p_facts := p_facts || jsonb_build_object('language', app.language_ranges(p_facts #>> '{context,languages,0}'));
    end if;
    if v_shown and p_needed ? 'prompts' then
        v_history := app.display_history(p_site, p_subject, p_needed -> 'prompts', least(p_now, p_until));
    end if;
    if p_needed ? 'events' then
        v_history := v_history || jsonb_build_object('events',
            -- Events reported offline may be 48 hours late.
            app.count_events(p_site, p_subject, p_event, p_event_name, p_needed -> 'events',
                to_timestamp((p_facts -> 'first_seen')::float8) - interval '48 hours', p_now));
    end if;
    if p_needed ? 'occurrences' then
        p_facts := p_facts || jsonb_build_object('occurrences',
            app.count_occurrences(p_site, p_subject, p_event, p_needed -> 'occurrences', p_now));
    end if;
    if p_needed ? 'groups' then
        p_facts := p_facts || jsonb_build_object('groups',
            app.group_facts(p_site, p_facts -> 'traits', p_needed -> 'groups', p_until));
    end if;
    return p_facts || jsonb_build_object('dates', v_dates, 'history', v_history);
end $$;

create or replace function app.compile_published() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_content jsonb := (select r.content from app.revisions r
        where r.site_id = new.site_id and r.prompt_id = new.id and r.number = new.published_revision);
    v_before text[];
    v_names text[] := '{}';
begin
    -- A security definer, because only this trigger may write candidates. The site is locked so that concurrent
    -- publishers agree on the top candidate.
    perform from app.sites s where s.id = new.site_id for no key update;
    with deleted as (
        delete from app.candidates c where c.site_id = new.site_id and c.prompt_id = new.id returning c.event_name
    )
    select array_agg(event_name) into v_before from deleted;
    if new.state = 'published' then
        if (select count(*) from app.candidates c where c.site_id = new.site_id and c.event_name = '') >= 10000 then
            raise exception 'A site has at most 10,000 published prompts.' using errcode = 'FB409';
        end if;
        v_names := array(select distinct jsonb_array_elements_text(v_content #> '{trigger,events}') order by 1);
        -- In FROM: `(f(x)).*` would compile once for each column.
        insert into app.candidates
        select c.* from unnest(array_append(v_names, '')) name
        cross join app.compile_content(new.site_id, new.id, new.published_revision, new.published_at, name, v_content) c;
        update app.candidates c set prompt_key = new.key where c.site_id = new.site_id and c.prompt_id = new.id;
        -- The events that prevent or withdraw the prompt are captured too.
        insert into app.event_names as n (site_id, name, registered)
        select new.site_id, name, true from (
            select unnest(v_names)
            union select jsonb_array_elements_text(v_content #> '{trigger,unless,events}')
            union select jsonb_array_elements_text(v_content #> '{trigger,cancel_events}')
            order by 1) given (name)
        on conflict (site_id, name) do update set registered = true where not n.registered;
        perform app.set_index_values(new.site_id, new.id, v_names, app.find_index_values(v_content -> 'trigger'));
        if new.published_revision is distinct from old.published_revision then
            perform app.open_budget(new.site_id, new.id, (select r.content -> 'budget' from app.revisions r
                where r.site_id = old.site_id and r.prompt_id = old.id and r.number = old.published_revision),
                v_content -> 'budget');
        end if;
    end if;
    perform app.refresh_event_names(new.site_id, v_names || v_before);
    return null;
end $$;

create or replace function app.merge_subjects(p_site uuid, p_from uuid, p_to uuid) returns void
language plpgsql set search_path = ''
as $$
begin
    perform from app.subjects where site_id = p_site and id in (p_from, p_to) order by id for update;
    insert into app.subject_locks (site_id, subject_id) values (p_site, least(p_from, p_to)), (p_site, greatest(p_from, p_to))
    on conflict (site_id, subject_id) do nothing;
    perform from app.subject_locks where site_id = p_site and subject_id in (p_from, p_to) order by subject_id for update;

    update app.displays set subject_id = p_to where site_id = p_site and subject_id = p_from;
    update app.responses set subject_id = p_to where site_id = p_site and subject_id = p_from;
    -- A prompt that waits for both keeps waiting for the account.
    update app.waiting_prompts w set subject_id = p_to where w.site_id = p_site and w.subject_id = p_from and not exists (
        select from app.waiting_prompts o where o.site_id = p_site and o.subject_id = p_to and o.prompt_id = w.prompt_id);
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

reset role;
