-- The role that sends messages to destinations. Like feedback_person, a login role takes it on for one transaction.
do $$
begin
    if not exists (select from pg_roles where rolname = 'feedback_worker') then
        create role feedback_worker nologin noinherit;
    end if;
end $$;

grant feedback_worker to feedback_manage with inherit false, set true;

set role feedback_owner;
grant usage on schema app to feedback_worker;
reset role;
