create or replace function app.release_lost_reservation(p_site uuid, p_visitor uuid, p_origin uuid, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.displays set state = 'released', released_at = p_now, release_reason = 'late'
    where site_id = p_site and origin = p_origin and visitor_id = p_visitor and (state = 'reserved' or release_reason = 'expired');
    update app.displays set state = 'released', released_at = p_now, release_reason = 'late'
    where site_id = p_site and carrier = p_origin and visitor_id = p_visitor and (state = 'reserved' or release_reason = 'expired');
end $$;
comment on function app.release_lost_reservation is 'Releases a reservation whose response the SDK did not receive; only for the visitor who made it.';
