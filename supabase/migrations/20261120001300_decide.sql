set role feedback_owner;

create type app.decision as (
    prompt_id uuid, prompt integer, revision integer, survey_id text, delay_seconds integer, reason app.reason
);
comment on type app.decision is 'What was decided about which prompt; `prompt` is its key.';

create function app.load_call_facts(p_call app.call, p_needs jsonb, p_facts jsonb, p_until timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return app.load_facts(p_facts, p_call.site_id, p_call.settings, p_call.subject_id, p_call.session_id,
        case when p_call.account is null then coalesce(p_call.visit -> 'device', '[]') else '[]' end,
        p_call.event_id, p_call.name, p_needs, p_call.now, p_until);
end $$;

create function app.call_facts(p_call app.call) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return app.base_facts(p_call.now, p_call.session_id, p_call.visit -> 'context', p_call.properties, p_call.verified,
        p_call.traits, p_call.account, p_call.sample_key, p_call.first_seen_at);
end $$;

create function app.decide(p_call app.call, p_event text, p_show boolean) returns app.decision
language plpgsql stable set search_path = ''
as $$
declare
    v_facts jsonb := app.call_facts(p_call);
    v_needs jsonb;
    v_reason app.reason;
    v_decision app.decision;
    v_candidates app.candidates[] := array(
        select c from app.candidates c
        where c.site_id = p_call.site_id and c.event_name = p_event and c.prompt_id = any(p_call.prompts)
        order by c.priority desc, c.published_at, c.prompt_id);
    c app.candidates;
begin
    -- Once with the facts at hand, and where they do not suffice once more with all that the candidates need.
    for v_round in 1..2 loop
        foreach c in array v_candidates loop
            v_reason := app.evaluate(c, v_facts, p_show);
            if v_decision.reason is null or v_reason > v_decision.reason then
                v_decision := row(c.prompt_id, c.prompt_key, c.revision, c.survey_id, c.delay_seconds, v_reason);
            end if;
        end loop;
        exit when v_decision.reason is distinct from 'unknown';
        foreach c in array v_candidates loop
            v_needs := app.merge_needs(v_needs, c.needs);
        end loop;
        v_facts := app.load_call_facts(p_call, v_needs, v_facts, 'infinity');
        v_decision.reason := null;
    end loop;
    if v_decision.reason is null or p_call.reset_at is not null then
        v_decision.reason := 'no_prompt';
        v_decision.prompt_id := null;
        v_decision.prompt := null;
    elsif v_decision.reason = 'trigger_properties' and p_event <> '' then
        -- All failed alike, those too that were not even asked.
        v_decision.prompt_id := null;
        v_decision.prompt := p_call.foremost;
    end if;
    return v_decision;
end $$;
comment on function app.decide is
    'Decides without reserving, about the prompts of a call as triggered by an event, or by none: of the candidates the one that came furthest, then by priority, the older publish, the UUID.';

create function app.lock_gate(inout p_call app.call, out is_new boolean)
language plpgsql set search_path = ''
as $$
declare
    v_subject uuid;
begin
    -- The subject may be another's part by the time we hold its gate: then the other's gate counts.
    for v_attempt in 1..5 loop
        v_subject := p_call.subject_id;
        perform from app.subjects where site_id = p_call.site_id and id = v_subject for key share;
        if found then
            insert into app.gate (site_id, subject_id) values (p_call.site_id, v_subject)
            on conflict (site_id, subject_id) do nothing;
            is_new := found and v_attempt = 1;
            perform from app.gate where site_id = p_call.site_id and subject_id = v_subject for no key update;
        else
            v_subject := null;
        end if;
        p_call := app.settle(app.reopen(p_call));
        exit when p_call.subject_id = v_subject;
        is_new := false;
    end loop;
end $$;
comment on function app.lock_gate is
    'Holds the gate of the visitor''s subject until the transaction ends, and reads both again. `is_new`: nobody ever came through it.';

create function app.reserve(
    p_call app.call, p_decision app.decision, p_event text, p_show boolean, p_display uuid, p_due boolean)
returns app.decision
language plpgsql set search_path = ''
as $$
declare
    v_gate record := app.lock_gate(p_call);
    v_decision app.decision := p_decision;
begin
    p_call := v_gate.p_call;
    -- A new statement sees what the one who held the gate before has committed; through a new one nobody went.
    if not v_gate.is_new then
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
        update app.gate set last_at = greatest(last_at, p_call.now)
        where site_id = p_call.site_id and subject_id = p_call.subject_id;
    end if;
    return v_decision;
end $$;
comment on function app.reserve is
    'Locks the subject''s gate, decides again unless the gate is new, and reserves the display. With p_due a delay has passed.';

create function app.milliseconds(p_at timestamptz) returns bigint
language plpgsql stable parallel safe set search_path = ''
as $$
begin
    return round(date_part('epoch', p_at) * 1000);
end $$;

create function app.tell(p_decision app.decision, p_site uuid, p_display uuid, p_due timestamptz) returns jsonb
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
comment on function app.tell is 'A decision in the form of `Decided` in supabase/functions/sdk/database.ts.';

reset role;
