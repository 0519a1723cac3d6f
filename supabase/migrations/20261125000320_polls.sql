-- Polls of idle pages, for prompts that wait for the account.
set role feedback_owner;

create function app.poll(request_context jsonb, request uuid, display uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_site uuid := request_context ->> 'site';
    v_visitor uuid := request_context ->> 'visitor';
begin
    if exists (select from app.displays d
        where d.site_id = v_site and d.visitor_id = v_visitor and d.carrier = request and d.state = 'reserved')
    then
        perform app.release_lost_reservation(v_site, v_visitor, request,
            coalesce((request_context ->> 'now')::timestamptz, clock_timestamp()));
        return null;
    end if;
    return app.claim_waiting(request_context, request, display);
end $$;
comment on function app.poll is 'Claims a prompt that waits for the visitor''s subject, for an idle page. If the same request is repeated because its response was lost, the previous reservation is released.';

grant execute on function app.poll to feedback_ingest;

reset role;
