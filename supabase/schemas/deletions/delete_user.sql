-- Only the role that migrates may write in Supabase Auth.
reset role;
create or replace function hosted_auth.delete_user(p_person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    if to_regclass('auth.users') is not null then
        execute 'delete from auth.users where id::text = $1' using p_person::text;
    end if;
end $$;
comment on function hosted_auth.delete_user is 'Deletes a person from Supabase Auth, with their sessions. Does nothing if our own service signs people in.';
revoke all on function hosted_auth.delete_user from public;
grant execute on function hosted_auth.delete_user to feedback_owner;
