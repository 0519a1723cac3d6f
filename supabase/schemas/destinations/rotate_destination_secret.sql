create or replace function app.rotate_destination_secret(p_site uuid, p_destination uuid, p_sealed_secret bytea) returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_destination app.destinations;
begin
    perform app.require_role(p_site, 'owner');
    select * into v_destination from app.destinations d
    where d.site_id = p_site and d.id = p_destination and d.kind = 'webhook' for update;
    if not found then
        raise exception 'There is no such webhook.' using errcode = 'FB404';
    elsif v_destination.rotation_ends_at > now() then
        raise exception 'Its secret is being replaced already: finish that first.' using errcode = 'FB409';
    end if;
    update app.destinations d
    set sealed_secret = p_sealed_secret, sealed_old_secret = d.sealed_secret, rotation_ends_at = now() + interval '7 days'
    where d.site_id = p_site and d.id = p_destination
    returning d.rotation_ends_at into v_destination.rotation_ends_at;
    return v_destination.rotation_ends_at;
end $$;
comment on function app.rotate_destination_secret is
    'Adds a secret to a webhook of the calling owner; the previous one signs too, at most until the returned time. Raises FB403, FB404, FB409 and FB412.';
grant execute on function app.rotate_destination_secret to feedback_person;
