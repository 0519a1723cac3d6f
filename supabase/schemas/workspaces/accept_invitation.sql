create or replace function app.accept_invitation(p_secret_hash bytea) returns uuid
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
    -- The trigger does not see an invitation that was created in the moment in which its creator lost the role.
    if v_invitation.created_by is not null and not exists (
        select from app.members m where m.workspace_id = v_invitation.workspace_id
          and m.person_id = v_invitation.created_by and m.role = 'owner')
    then
        raise exception 'There is no such invitation; it may have been withdrawn, or sent again.' using errcode = 'FB404';
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
grant execute on function app.accept_invitation to feedback_person;
