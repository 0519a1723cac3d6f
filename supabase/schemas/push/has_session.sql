-- Only the role that migrates may read in Supabase Auth.
reset role;
create or replace function hosted_auth.has_session(p_session uuid, p_person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_found boolean := false;
begin
    if to_regclass('auth.sessions') is not null then
        execute 'select exists (select from auth.sessions where id::text = $1 and user_id::text = $2)' into v_found
        using p_session::text, p_person::text;
    end if;
    return v_found;
-- Where that role may not look, memberships still end subscriptions.
exception when insufficient_privilege then
    return true;
end $$;
comment on function hosted_auth.has_session is 'Whether Supabase Auth has this session of a person; false if our own service signs people in.';
revoke all on function hosted_auth.has_session from public;
grant execute on function hosted_auth.has_session to feedback_owner;
