-- Members of workspaces, and invitations.
set role feedback_owner;

create function app.person_email() returns text
language sql stable set search_path = ''
as $$
    select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email', '')
$$;
comment on function app.person_email is 'Email address of the signed-in person; null without one.';

create function app.record_email() returns void
language sql volatile security definer set search_path = ''
as $$
    update app.members m set email = app.person_email()
    where m.person_id = app.person_id() and m.email is distinct from app.person_email()
$$;
comment on function app.record_email is 'Stores the caller''s email address in their memberships, where other members see it.';

create function app.require_an_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- One change at a time: otherwise two owners could demote each other. A deleted workspace needs no owner.
    perform from app.workspaces w where w.id = old.workspace_id for no key update;
    if found and not exists (
        select from app.members m where m.workspace_id = old.workspace_id and m.role = 'owner')
    then
        raise exception 'A workspace keeps at least one owner.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger a_workspace_keeps_an_owner after update of role or delete on app.members
    for each row when (old.role = 'owner') execute function app.require_an_owner();

create function app.lock_memberships(p_person uuid) returns void
language sql volatile set search_path = ''
as $$
    select from app.members m where m.person_id = p_person order by m.workspace_id for share
$$;
comment on function app.lock_memberships is
    'Locks the person''s memberships, so that their roles stay the same until the transaction ends. Call it before taking any other lock: losing a role locks the membership first, too.';

grant update (role) on app.members to feedback_person;
create policy "owners change roles" on app.members for update to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('owner'))));
grant delete on app.members to feedback_person;
create policy "owners remove members, and members may leave" on app.members for delete to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('owner')))
        or person_id = (select app.person_id()) and workspace_id = any(array(select app.workspaces_for('viewer'))));

grant update (name) on app.workspaces to feedback_person;
create policy "owners rename their workspaces" on app.workspaces for update to feedback_person
    using (id = any(array(select app.workspaces_for('owner'))));

create function app.create_workspace(p_name text, p_limit integer) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
    v_workspace uuid;
    v_person uuid := app.person_id();
begin
    if v_person is null then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('app.create_workspace ' || v_person, 0));
    if (select count(*) from app.members m where m.person_id = v_person and m.role = 'owner') >= p_limit then
        raise exception 'One person owns at most % workspaces.', p_limit using errcode = 'FB409';
    end if;
    insert into app.workspaces (name) values (p_name) returning id into v_workspace;
    insert into app.members (workspace_id, person_id, role, email)
    values (v_workspace, v_person, 'owner', app.person_email());
    return v_workspace;
end $$;
comment on function app.create_workspace is 'Creates a workspace owned by the caller.';

create table app.invitations (
    workspace_id uuid not null references app.workspaces on delete cascade,
    id uuid not null default app.mint_id(),
    email text not null,
    role text not null,
    secret_hash bytea not null,
    created_by uuid,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null default now() + interval '7 days',
    accepted_by uuid,
    primary key (workspace_id, id),
    constraint role_is_owner_editor_or_viewer check (role in ('owner', 'editor', 'viewer')),
    constraint email_has_3_to_254_characters check (length(email) between 3 and 254),
    constraint secret_hash_is_sha256 check (length(secret_hash) = 32)
);
create index invitations_secret on app.invitations (secret_hash);
create index invitations_email on app.invitations (lower(email));
comment on table app.invitations is 'Invitations to workspaces, accepted with the secret by the person with the email address.';
comment on column app.invitations.secret_hash is 'SHA-256 of the secret, which was shown once.';
comment on column app.invitations.accepted_by is 'Kept for a while after accepting, so that accepting is idempotent.';

create function app.limit_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    perform from app.workspaces w where w.id = new.workspace_id for no key update;
    if (select count(*) from app.members m where m.workspace_id = new.workspace_id)
        + (select count(*) from app.invitations i
           where i.workspace_id = new.workspace_id and i.accepted_by is null and i.expires_at > now()) > 500 then
        raise exception 'A workspace has at most 500 members, open invitations included.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger a_workspace_has_at_most_500_members after insert on app.invitations
    for each row execute function app.limit_members();

alter table app.invitations enable row level security;
alter table app.invitations force row level security;
create policy "the service reads" on app.invitations for select to feedback_owner using (true);
create policy "the service inserts" on app.invitations for insert to feedback_owner with check (true);
create policy "the service updates" on app.invitations for update to feedback_owner using (true);
create policy "the service deletes" on app.invitations for delete to feedback_owner using (true);

grant select (workspace_id, id, email, role, created_by, created_at, expires_at, accepted_by)
    on app.invitations to feedback_person;
create policy "owners see invitations" on app.invitations for select to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('owner'))));
grant insert (workspace_id, email, role, secret_hash, created_by) on app.invitations to feedback_person;
create policy "owners invite" on app.invitations for insert to feedback_person
    with check (workspace_id = any(array(select app.workspaces_for('owner')))
        and created_by = (select app.person_id()));
grant delete on app.invitations to feedback_person;
create policy "owners withdraw invitations" on app.invitations for delete to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('owner'))));

create function app.accept_invitation(p_secret_hash bytea) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
    v_invitation app.invitations;
    v_person uuid := app.person_id();
begin
    select * into v_invitation from app.invitations i where i.secret_hash = p_secret_hash for update;
    if v_person is null or v_invitation.id is null then
        raise exception 'There is no such invitation; it may have been withdrawn, or sent again.' using errcode = 'FB404';
    end if;
    -- The secret cannot be guessed, so its owner may learn why it does not work.
    if lower(v_invitation.email) is distinct from lower(app.person_email()) then
        raise exception 'This invitation is for another email address.' using errcode = 'FB403';
    end if;
    if v_invitation.accepted_by = v_person and exists (
        select from app.members m where m.workspace_id = v_invitation.workspace_id and m.person_id = v_person)
    then
        return v_invitation.workspace_id;
    end if;
    if v_invitation.accepted_by is not null then
        raise exception 'This invitation has been used.' using errcode = 'FB404';
    end if;
    if v_invitation.expires_at <= now() then
        raise exception 'This invitation has expired.' using errcode = 'FB404';
    end if;
    insert into app.members (workspace_id, person_id, role, email)
    values (v_invitation.workspace_id, v_person, v_invitation.role, app.person_email())
    on conflict (workspace_id, person_id) do nothing;
    if not found then
        raise exception 'You belong to this workspace already.' using errcode = 'FB409';
    end if;
    update app.invitations i set accepted_by = v_person
    where i.workspace_id = v_invitation.workspace_id and i.id = v_invitation.id;
    return v_invitation.workspace_id;
end $$;
comment on function app.accept_invitation is 'The caller accepts an invitation to their email address by its secret. Returns the workspace.';

grant execute on function app.record_email, app.create_workspace, app.accept_invitation to feedback_person;

reset role;
