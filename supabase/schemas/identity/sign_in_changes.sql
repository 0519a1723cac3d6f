create or replace function app.require_sign_in_change(p_change text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
    if not app.has_passkey(app.person_id()) then
        perform app.require_recent_sign_in();
    elsif not app.has_confirmed(array['confirmSignInChange'], null, p_change, null, null) then
        raise exception 'Confirm with your passkey that you want this.' using errcode = 'FB428';
    end if;
end $$;
comment on function app.require_sign_in_change is
    'Raises FB412 or FB428 unless the caller confirmed this change of their ways to sign in. identity.take_sign_in_change finds the confirmation.';
grant execute on function app.require_sign_in_change to feedback_person;

create or replace function identity.take_sign_in_change(p_person uuid, p_change text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
    if not app.has_passkey(p_person) then
        return true;
    end if;
    delete from app.presence_challenges c
    where c.person_id = p_person and c.operation = 'confirmSignInChange' and c.subject = p_change
      and c.confirmed_at > clock_timestamp() - interval '2 minutes';
    return found;
end $$;
comment on function identity.take_sign_in_change is
    'Whether the person confirmed this change of their ways to sign in, or has no passkey to confirm it with. A confirmation is for one change.';
grant execute on function identity.take_sign_in_change to feedback_identity;
