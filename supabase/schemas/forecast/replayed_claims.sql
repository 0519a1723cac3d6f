-- Prompts that wait in a replay: as what they are evaluated, and when.

create or replace function app.claim_when_due(p_event app.portfolio_event, p_due timestamptz) returns app.pending_claim
language plpgsql stable set search_path = ''
as $$
declare
    v_claim app.pending_claim := p_event.claim;
begin
    v_claim.due := p_due;
    v_claim.facts := v_claim.facts - 'history' || jsonb_build_object(
        'now', app.epoch(p_due), 'received', app.epoch((p_event.claim).due));
    if p_event.backend then
        v_claim.session_id := p_event.outcome ->> 'session';
        v_claim.visitor_id := p_event.outcome ->> 'visitor';
        v_claim.facts := v_claim.facts || jsonb_build_object(
            'session', ('x' || translate(left(v_claim.session_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0);
    end if;
    return v_claim;
end $$;
comment on function app.claim_when_due is
    'The event as it is evaluated again when its prompt is due; after an event from the backend, for the browser that displayed it.';

create or replace function app.claim_by_page(p_made app.pending_claim, p_page app.pending_claim) returns app.pending_claim
language plpgsql stable set search_path = ''
as $$
begin
    p_page.event_id := p_made.event_id;
    p_page.name := p_made.name;
    -- Unlike the event from the backend, this one has a page.
    p_page.facts := p_made.facts - array['history', 'has_page'] || jsonb_build_object('now', p_page.facts -> 'now',
        'session', p_page.facts -> 'session', 'context', p_page.facts -> 'context',
        'traits', (p_page.facts -> 'traits') || (p_made.facts -> 'traits'));
    return p_page;
end $$;
comment on function app.claim_by_page is 'The event from the backend as it is evaluated when an event of a page claims its prompt.';

create or replace function app.evaluate_claim(
    c app.candidates, p_claim app.pending_claim, p_made app.pending_claim, p_subject uuid, p_past app.past_display[],
    p_limits jsonb, p_shared app.shared_limits)
returns app.reason
language plpgsql stable set search_path = ''
as $$
declare
    v_reason app.reason := app.evaluate_replayed(c, p_claim, p_subject, p_past, p_limits);
begin
    return case when v_reason <> 'waiting' then v_reason
        when app.is_claim_withdrawn(c, p_made, p_subject, p_claim.due) then 'withdrawn'
        else coalesce(app.check_shared_limits(p_shared, c, p_claim.facts -> 'traits', p_claim.due), 'displayed') end;
end $$;
comment on function app.evaluate_claim is
    'The reason of a prompt that waited, at the time of p_claim. `p_made`: the event that made it wait.';

create or replace function app.evaluate_show(
    c app.candidates, p_claim app.pending_claim, p_past app.past_display[], p_limits jsonb, p_shared app.shared_limits)
returns app.reason
language plpgsql stable set search_path = ''
as $$
declare
    v_reason app.reason;
begin
    if c.prompt_id is null then
        return null;
    end if;
    v_reason := app.evaluate(c, p_claim.facts || app.replayed_limits(p_past, c.prompt_id, p_claim.visitor_id,
        p_claim.joined_at, p_claim.session_id, p_limits, p_claim.due), true);
    return case when v_reason <> 'displayed' then v_reason
        else coalesce(app.check_shared_limits(p_shared, c, p_claim.facts -> 'traits', p_claim.due), v_reason) end;
end $$;
comment on function app.evaluate_show is 'The reason of a prompt that show() requested; null if the world has no such prompt.';
