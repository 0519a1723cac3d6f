-- What members may ask about past events and visitors. Security definers, each of which checks the caller's access first.
create or replace function app.rebuild_call(p_event app.event_details, p_visitor uuid, p_site uuid, p_now timestamptz) returns app.call
language plpgsql stable set search_path = ''
as $$
begin
    return app.load_call(
        jsonb_build_object('site', p_site, 'visitor', p_visitor, 'context', coalesce(p_event.context, '{}')), p_now,
        coalesce(p_event.session_id, app.mint_id(p_now)), p_event.id, coalesce(p_event.name, ''),
        coalesce(p_event.properties, '{}'), p_event.verified);
end $$;
comment on function app.rebuild_call is 'Rebuilds the call that reported an event, with the visitor as it is now.';
