create or replace function app.portfolio_display(k app.portfolio_candidate, p_claim app.pending_claim, p_outcome jsonb) returns app.past_display
language plpgsql stable set search_path = ''
as $$
declare
    v_is_certain boolean := coalesce((p_outcome ->> 'prompt')::uuid = (k.c).prompt_id, false);
    v_answered timestamptz;
begin
    if v_is_certain then
        v_answered := p_outcome ->> 'answered';
    elsif app.sample_position((k.c).prompt_id, 'answer ' || p_claim.event_id) < k.answered then
        v_answered := p_claim.due;
    end if;
    return row((k.c).prompt_id, (k.c).survey_id, p_claim.due, p_claim.session_id, p_claim.visitor_id, p_claim.joined_at, v_answered,
        case when v_is_certain then (p_outcome ->> 'dismissed')::timestamptz end,
        case when v_is_certain then (p_outcome ->> 'postponed')::timestamptz end,
        case when v_is_certain then (p_outcome ->> 'postponed_until')::timestamptz end,
        case when v_is_certain then p_outcome -> 'answers' end)::app.past_display;
end $$;
comment on function app.portfolio_display is
    'The display that a replay adds. Its answer is that of the actual display if there was one; otherwise it is drawn at random with the prompt''s response rate.';

create or replace function app.requested_display(p_prompt uuid, p_claim app.pending_claim, p_outcome jsonb) returns app.past_display
language plpgsql stable set search_path = ''
as $$
begin
    return row(p_prompt, p_outcome ->> 'survey', p_claim.due, p_claim.session_id, p_claim.visitor_id, p_claim.joined_at,
        (p_outcome ->> 'answered')::timestamptz, (p_outcome ->> 'dismissed')::timestamptz,
        (p_outcome ->> 'postponed')::timestamptz, (p_outcome ->> 'postponed_until')::timestamptz, p_outcome -> 'answers')::app.past_display;
end $$;
comment on function app.requested_display is 'The display that show() requested, with what actually became of it.';
