create or replace function app.check_before_deciding(p_call app.call) returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_retry_after integer := app.throttle_call(p_call);
begin
    if v_retry_after is not null then
        return jsonb_build_object('reason', 'throttled', 'retryAfter', v_retry_after);
    elsif (p_call.request_context -> 'bot')::boolean and (p_call.settings -> 'detect_bots')::boolean is not false then
        return '{"reason": "bot"}';
    end if;
    return null;
end $$;
comment on function app.check_before_deciding is 'The reason for which a show or a claim is refused before a decision: rate limit or bot; null if neither applies.';
