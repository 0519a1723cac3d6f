create or replace function app.connection_name() returns text
language sql stable security definer set search_path = ''
as $$
    select c.name from app.live_connection() c
$$;
comment on function app.connection_name is 'Name of the calling live connection; null for a person.';
grant execute on function app.connection_name to feedback_agent, feedback_person;
