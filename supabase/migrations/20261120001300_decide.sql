set role feedback_owner;

create type app.decision as (
    prompt_id uuid, prompt integer, revision integer, survey_id text, delay_seconds integer, reason app.reason
);
comment on type app.decision is 'A decision, and the prompt that it is about; `prompt` is its key.';

create function app.load_call_facts(p_call app.call, p_needed jsonb, p_facts jsonb, p_until timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return app.load_facts(p_facts, p_call.site_id, p_call.settings, p_call.subject_id, p_call.session_id,
        case when p_call.account is null then coalesce(p_call.request_context -> 'device', '[]') else '[]' end,
        p_call.event_id, p_call.name, p_needed, p_call.now, p_until);
end $$;

create function app.call_facts(p_call app.call) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return app.base_facts(p_call.now, p_call.session_id, p_call.request_context -> 'context', p_call.properties, p_call.verified,
        p_call.traits, p_call.account, p_call.sample_key, p_call.first_seen_at);
end $$;

create function app.decide(p_call app.call, p_event text, p_show boolean) returns app.decision
language plpgsql stable set search_path = ''
as $$
declare
    v_facts jsonb := app.call_facts(p_call);
    v_needed jsonb;
    v_reason app.reason;
    v_decision app.decision;
    v_candidates app.candidates[] := array(
        select c from app.candidates c
        where c.site_id = p_call.site_id and c.event_name = p_event and c.prompt_id = any(p_call.prompts)
        order by c.priority desc, c.published_at, c.prompt_id);
    c app.candidates;
begin
    -- First with the base facts; if they do not suffice, again with all facts that the candidates need.
    for v_round in 1..2 loop
        foreach c in array v_candidates loop
            v_reason := app.evaluate(c, v_facts, p_show);
            if v_decision.reason is null or v_reason > v_decision.reason then
                v_decision := row(c.prompt_id, c.prompt_key, c.revision, c.survey_id, c.delay_seconds, v_reason);
            end if;
        end loop;
        exit when v_decision.reason is distinct from 'unknown';
        foreach c in array v_candidates loop
            v_needed := app.merge_needed_facts(v_needed, c.needed_facts);
        end loop;
        v_facts := app.load_call_facts(p_call, v_needed, v_facts, 'infinity');
        v_decision.reason := null;
    end loop;
    if v_decision.reason is null or p_call.reset_at is not null then
        v_decision.reason := 'no_prompt';
        v_decision.prompt_id := null;
        v_decision.prompt := null;
    elsif v_decision.reason = 'trigger_properties' and p_event <> '' then
        -- Every candidate failed by the event's properties, including those that the prefilter left out.
        v_decision.prompt_id := null;
        v_decision.prompt := p_call.top_candidate;
    end if;
    return v_decision;
end $$;
comment on function app.decide is
    'Decides about the prompts of a call, as triggered by an event or, with an empty name, by none; reserves nothing. Chooses the candidate that got furthest, then by priority, older publish and UUID.';

create function app.lock_subject(inout p_call app.call, out is_new boolean)
language plpgsql set search_path = ''
as $$
declare
    v_subject uuid;
begin
    -- The subject may have been merged into another while this waited for its lock: then lock that one.
    for v_attempt in 1..5 loop
        v_subject := p_call.subject_id;
        perform from app.subjects where site_id = p_call.site_id and id = v_subject for key share;
        if found then
            insert into app.subject_locks (site_id, subject_id) values (p_call.site_id, v_subject)
            on conflict (site_id, subject_id) do nothing;
            is_new := found and v_attempt = 1;
            perform from app.subject_locks where site_id = p_call.site_id and subject_id = v_subject for no key update;
        else
            v_subject := null;
        end if;
        p_call := app.update_visitor(app.reload_call(p_call));
        exit when p_call.subject_id = v_subject;
        is_new := false;
    end loop;
end $$;
comment on function app.lock_subject is
    'Locks the visitor''s subject until the transaction ends, and reads visitor and subject again. `is_new`: this call created the lock row, so no earlier call decided for the subject.';

create function app.reserve(
    p_call app.call, p_decision app.decision, p_event text, p_show boolean, p_display uuid, p_due boolean)
returns app.decision
language plpgsql set search_path = ''
as $$
declare
    v_lock record := app.lock_subject(p_call);
    v_decision app.decision := p_decision;
begin
    p_call := v_lock.p_call;
    -- A new statement sees what the previous holder of the lock committed. A new lock row had no holder.
    if not v_lock.is_new then
        v_decision := app.decide(p_call, p_event, p_show);
    end if;
    if p_due and v_decision.reason = 'waiting' then
        v_decision.reason := 'displayed';
    end if;
    if v_decision.reason = 'displayed' then
        insert into app.displays
            (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin, traits, reserved_at)
        values (p_call.site_id, p_display, p_call.subject_id, p_call.visitor_id, p_call.session_id,
            v_decision.prompt_id, v_decision.revision, p_call.event_id, p_call.traits, p_call.now)
        on conflict (site_id, origin) do nothing;
        if not found then
            v_decision.reason := 'duplicate';
            return v_decision;
        end if;
        update app.subject_locks set last_at = greatest(last_at, p_call.now)
        where site_id = p_call.site_id and subject_id = p_call.subject_id;
    end if;
    return v_decision;
end $$;
comment on function app.reserve is
    'Locks the subject, decides again unless its lock row is new, and reserves the display. p_due: the delay has passed.';

create function app.milliseconds(p_at timestamptz) returns bigint
language plpgsql stable parallel safe set search_path = ''
as $$
begin
    return round(date_part('epoch', p_at) * 1000);
end $$;

create function app.decision_to_json(p_decision app.decision, p_site uuid, p_display uuid, p_due timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    if p_decision.reason = 'displayed' then
        return jsonb_build_object('reason', 'displayed', 'reserved', jsonb_build_object(
            'display', p_display, 'prompt', p_decision.prompt_id, 'revision', p_decision.revision,
            'content', (select r.content from app.revisions r where r.site_id = p_site
                and r.prompt_id = p_decision.prompt_id and r.number = p_decision.revision)));
    elsif p_decision.reason = 'waiting' then
        return jsonb_build_object('reason', 'waiting', 'due', app.milliseconds(p_due),
            'survey_id', p_decision.survey_id);
    end if;
    return jsonb_build_object('reason', p_decision.reason);
end $$;
comment on function app.decision_to_json is 'A decision in the form of `Decided` in supabase/functions/sdk/database.ts.';

reset role;
