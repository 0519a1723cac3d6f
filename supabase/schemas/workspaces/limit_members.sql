create or replace function app.limit_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if app.person_id() is not null then
        perform app.require_within('invitation', app.person_key(), 'You created too many invitations within a day.');
    end if;
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
