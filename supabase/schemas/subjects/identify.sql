create or replace function app.identify(request_context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.load_call(request_context, v_now, null, null, null, null, null);
begin
    -- Backends have separate limits.
    if not request_context ? 'backend' then
        perform app.throttle_call(v_call);
    end if;
    perform app.update_visitor(v_call);
    return jsonb_build_object('now', app.milliseconds(v_now));
end $$;
comment on function app.identify is 'Connects the visitor to the account of the request.';
grant execute on function app.identify to feedback_ingest;

create or replace function app.reset(request_context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
begin
    update app.visitors v set reset_at = v_now
    where v.site_id = (request_context ->> 'site')::uuid and v.id = (request_context ->> 'visitor')::uuid and v.reset_at is null;
    return jsonb_build_object('now', app.milliseconds(v_now));
end $$;
comment on function app.reset is 'Ends decisions for the visitor; the SDK uses another visitor ID from now on.';
grant execute on function app.reset to feedback_ingest;
