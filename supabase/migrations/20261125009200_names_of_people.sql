-- Names that people chose for themselves. The identity service knows their addresses; a name is for the people they work with.
set role feedback_owner;

create table app.people (
    person_id uuid primary key,
    name text not null,
    updated_at timestamptz not null default now(),
    constraint name_has_1_to_80_characters check (length(name) between 1 and 80),
    constraint name_is_trimmed check (name = btrim(name))
);
comment on table app.people is 'Names of people. People without a row are shown with their email address.';

alter table app.people enable row level security;
alter table app.people force row level security;
create policy "the service reads" on app.people for select to feedback_owner using (true);
create policy "the service inserts" on app.people for insert to feedback_owner with check (true);
create policy "the service deletes" on app.people for delete to feedback_owner using (true);

grant select (person_id, name) on app.people to feedback_person, feedback_agent;
-- Members see each other: this reads app.members as the caller.
create policy "people see their name and that of members" on app.people for select to feedback_person
    using (person_id = (select app.person_id()) or exists (select from app.members m where m.person_id = people.person_id));
create policy "connections see the name of their person" on app.people for select to feedback_agent
    using (exists (select from app.members m where m.person_id = people.person_id));
grant insert (person_id, name) on app.people to feedback_person;
create policy "people choose their name" on app.people for insert to feedback_person
    with check (person_id = (select app.person_id()));
grant update (name, updated_at) on app.people to feedback_person;
create policy "people change their name" on app.people for update to feedback_person
    using (person_id = (select app.person_id()));
grant delete on app.people to feedback_person;
create policy "people remove their name" on app.people for delete to feedback_person
    using (person_id = (select app.person_id()));

create function app.name_of(p_person uuid, p_email text) returns text
language sql stable set search_path = ''
as $$ select coalesce((select p.name from app.people p where p.person_id = p_person), p_email) $$;
comment on function app.name_of is 'The name of a person whom the caller may see, or else the email address.';

create function app.author_of(p_person uuid, p_email text) returns text
language sql stable set search_path = ''
as $$ select coalesce((select p.name || coalesce(' (' || p_email || ')', '') from app.people p where p.person_id = p_person), p_email) $$;
comment on function app.author_of is 'The name and the email address, for places where the identity matters: two people may have the same name.';

grant execute on function app.name_of, app.author_of to feedback_person, feedback_agent;

alter table app.invitations add column name text,
    add constraint name_has_1_to_80_characters check (length(name) between 1 and 80);
comment on column app.invitations.name is 'The name that the inviter gave the person, used if they accept without choosing another.';
grant select (name), insert (name) on app.invitations to feedback_person;

create function app.name_invited_person(p_secret_hash bytea) returns void
language sql volatile security definer set search_path = ''
as $$
    insert into app.people (person_id, name)
    select i.accepted_by, i.name from app.invitations i
    where i.secret_hash = p_secret_hash and i.accepted_by = app.person_id() and i.name is not null
    on conflict (person_id) do nothing
$$;
comment on function app.name_invited_person is 'Gives the caller, who accepted the invitation, the name in the invitation, unless they already have a name.';
grant execute on function app.name_invited_person to feedback_person;

create or replace function identity.open_invitation(p_secret_hash bytea, out email text, out workspace text, out role text, out inviter text)
language sql stable security definer set search_path = ''
as $$
    select i.email, w.name, i.role, app.author_of(m.person_id, m.email)
    from app.invitations i
    join app.workspaces w on w.id = i.workspace_id
    left join app.members m on m.workspace_id = i.workspace_id and m.person_id = i.created_by
    where i.secret_hash = p_secret_hash and i.accepted_by is null and i.expires_at > now()
$$;

create or replace function app.list_ci_tokens(p_workspace uuid, p_before uuid, p_limit integer)
returns table (id uuid, name text, created_by text, created_at timestamptz, last_used_at timestamptz,
    expires_at timestamptz, sites jsonb, actions jsonb)
language plpgsql stable security definer set search_path = ''
as $$
begin
    if p_workspace not in (select app.workspaces_for('owner')) then
        raise exception 'Only owners see CI tokens.' using errcode = 'FB403';
    end if;
    return query
        select c.id, c.name, coalesce(app.author_of(m.person_id, m.email), c.person_id::text), c.created_at, c.last_used_at, c.expires_at,
            (select coalesce(jsonb_agg(s.site_id order by s.site_id), '[]')
                from app.connection_sites s where s.connection_id = c.id),
            (select coalesce(jsonb_agg(distinct g.action), '[]') from app.grants g
                where g.connection_id = c.id and g.workspace_id = p_workspace and g.revoked_at is null and g.expires_at > now())
        from app.connections c
        left join app.members m on m.workspace_id = p_workspace and m.person_id = c.person_id
        where c.kind = 'ci' and app.is_live(c) and (p_before is null or c.id < p_before)
          and c.id in (select g.connection_id from app.grants g where g.workspace_id = p_workspace)
        order by c.id desc limit p_limit;
end $$;

reset role;
