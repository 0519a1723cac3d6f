create or replace function app.name_of(p_person uuid, p_email text) returns text
language sql stable set search_path = ''
as $$ select coalesce((select p.name from app.people p where p.person_id = p_person), p_email) $$;
comment on function app.name_of is 'The name of a person whom the caller may see, or else the email address.';
grant execute on function app.name_of to feedback_agent, feedback_person;

create or replace function app.author_of(p_person uuid, p_email text) returns text
language sql stable set search_path = ''
as $$ select coalesce((select p.name || coalesce(' (' || p_email || ')', '') from app.people p where p.person_id = p_person), p_email) $$;
comment on function app.author_of is 'The name and the email address, for places where the identity matters: two people may have the same name.';
grant execute on function app.author_of to feedback_agent, feedback_person;

create or replace function app.invited_name(p_secret_hash bytea) returns text
language sql stable security definer set search_path = ''
as $$
    select i.name from app.invitations i where i.secret_hash = p_secret_hash and i.accepted_by = app.person_id()
$$;
comment on function app.invited_name is 'The name that an invitation gave the caller, who accepted it; null if it gave none.';
grant execute on function app.invited_name to feedback_person;

create or replace function app.name_invited_person(p_secret_hash bytea) returns void
language sql volatile security definer set search_path = ''
as $$
    insert into app.people (person_id, name)
    select i.accepted_by, i.name from app.invitations i
    where i.secret_hash = p_secret_hash and i.accepted_by = app.person_id() and i.name is not null
    on conflict (person_id) do nothing
$$;
comment on function app.name_invited_person is 'Gives the caller, who accepted the invitation, the name in the invitation, unless they already have a name.';
grant execute on function app.name_invited_person to feedback_person;
