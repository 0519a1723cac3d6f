-- Only the role that migrates may read and write in Supabase Auth.
reset role;
create or replace function hosted_auth.has_user(p_person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_found boolean := false;
begin
    if to_regclass('auth.users') is not null then
        execute 'select exists (select from auth.users where id::text = $1)' into v_found using p_person::text;
    end if;
    return v_found;
-- What cannot be known counts as yes: nothing is deleted for it.
exception when insufficient_privilege then
    return true;
end $$;
comment on function hosted_auth.has_user is 'Whether Supabase Auth has this person; false if our own service signs people in.';
revoke all on function hosted_auth.has_user from public;
grant execute on function hosted_auth.has_user to feedback_owner;

create or replace function hosted_auth.has_ended(p_session text, p_person text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_ended boolean := false;
begin
    if to_regclass('auth.sessions') is not null then
        execute 'select not exists (select from auth.sessions where id::text = $1 and user_id::text = $2)' into v_ended
        using p_session, p_person;
    end if;
    return v_ended;
exception when insufficient_privilege then
    return false;
end $$;
comment on function hosted_auth.has_ended is 'Whether this session of a person has ended at Supabase Auth; false if our own service signs people in.';
revoke all on function hosted_auth.has_ended from public;
grant execute on function hosted_auth.has_ended to feedback_owner;

create or replace function hosted_auth.end_sessions(p_person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    if to_regclass('auth.sessions') is not null then
        execute 'delete from auth.sessions where user_id::text = $1' using p_person::text;
    end if;
end $$;
comment on function hosted_auth.end_sessions is 'Signs a person out of Supabase Auth everywhere. Does nothing if our own service signs people in.';
revoke all on function hosted_auth.end_sessions from public;
grant execute on function hosted_auth.end_sessions to feedback_owner;
