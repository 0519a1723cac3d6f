create or replace function app.connection_id() returns uuid
language sql stable set search_path = ''
as $$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'connection')::uuid
$$;
comment on function app.connection_id is 'The calling connection, live or not; null for a person, and without a caller.';
grant execute on function app.connection_id to feedback_agent, feedback_person;
