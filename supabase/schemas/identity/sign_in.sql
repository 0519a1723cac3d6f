create or replace function identity.is_invited(p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$
    select exists (
        select from app.invitations i
        where lower(i.email) = lower(p_email) and i.accepted_by is null and i.expires_at > now())
$$;
comment on function identity.is_invited is 'Whether an open invitation is for this address.';
grant execute on function identity.is_invited to feedback_identity;

create or replace function identity.open_invitation(p_secret_hash bytea, out email text, out workspace text, out role text, out inviter text)
language sql stable security definer set search_path = ''
as $$
    select i.email, w.name, i.role, app.author_of(m.person_id, m.email)
    from app.invitations i
    join app.workspaces w on w.id = i.workspace_id
    left join app.members m on m.workspace_id = i.workspace_id and m.person_id = i.created_by
    where i.secret_hash = p_secret_hash and i.accepted_by is null and i.expires_at > now()
$$;
comment on function identity.open_invitation is 'What the message to an invited person says, for those who know the secret. Null when it is not open.';
grant execute on function identity.open_invitation to feedback_identity;

create or replace function identity.has_workspace() returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from app.workspaces) $$;
comment on function identity.has_workspace is 'Whether the service has a workspace, and with it an owner.';
grant execute on function identity.has_workspace to feedback_identity;

create or replace function identity.create_first_workspace(p_person uuid, p_email text, p_name text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_workspace uuid;
begin
    perform pg_advisory_xact_lock(hashtextextended('identity.create_first_workspace', 0));
    if identity.has_workspace() then
        raise exception 'The service has an owner already.' using errcode = 'FB409';
    end if;
    insert into app.workspaces (name) values (p_name) returning id into v_workspace;
    insert into app.members (workspace_id, person_id, role, email) values (v_workspace, p_person, 'owner', p_email);
    return v_workspace;
end $$;
comment on function identity.create_first_workspace is 'Creates the first workspace, owned by the person. Raises FB409 when there is one.';
grant execute on function identity.create_first_workspace to feedback_identity;

create or replace function identity.apply_role(p_person uuid, p_email text, p_role text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_workspace uuid := (select w.id from app.workspaces w order by w.created_at, w.id limit 1);
begin
    if v_workspace is null then
        return false;
    end if;
    -- For a known account, the provider may not vouch for the address that it states.
    insert into app.members as m (workspace_id, person_id, role, email)
    values (v_workspace, p_person, p_role, coalesce((select u."email" from identity."user" u where u."id" = p_person), p_email))
    on conflict (workspace_id, person_id) do update set role = excluded.role where m.role <> excluded.role;
    return true;
exception when sqlstate 'FB409' then
    -- The last owner keeps that role.
    return false;
end $$;
comment on function identity.apply_role is
    'Gives the person the role that their provider states, in the first workspace. False when there is none, or it would have no owner.';
grant execute on function identity.apply_role to feedback_identity;
