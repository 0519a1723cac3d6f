-- Members of workspaces, and invitations.
create or replace function app.person_email() returns text
language sql stable set search_path = ''
as $$
    select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email', '')
$$;
comment on function app.person_email is 'Email address of the signed-in person; null without one.';

create or replace function app.record_email() returns void
language sql volatile security definer set search_path = ''
as $$
    update app.members m set email = app.person_email()
    where m.person_id = app.person_id() and m.email is distinct from app.person_email()
$$;
comment on function app.record_email is 'Stores the caller''s email address in their memberships, where other members see it.';
grant execute on function app.record_email to feedback_person;
