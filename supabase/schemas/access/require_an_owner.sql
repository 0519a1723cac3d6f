create or replace function app.require_an_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- One change at a time: otherwise two owners could demote each other. A deleted workspace needs no owner.
    perform from app.workspaces w where w.id = old.workspace_id for no key update;
    if not found or exists (
        select from app.members m
        where m.workspace_id = old.workspace_id and m.role = 'owner' and not app.is_leaving(m.person_id))
    then
        return null;
    end if;
    -- Neither does a workspace that is deleted before the account of its last owner.
    if tg_op = 'DELETE' and app.is_leaving(old.person_id) and exists (
        select from app.deletions d
        where d.target_id = old.workspace_id and d.undone_at is null and d.finished_at is null)
    then
        return null;
    end if;
    raise exception '%', case when exists (
            select from app.members m where m.workspace_id = old.workspace_id and m.role = 'owner')
        then 'A workspace keeps at least one owner, and the accounts of its other owners are scheduled for deletion.'
        else 'A workspace keeps at least one owner.' end using errcode = 'FB409';
end $$;
create trigger a_workspace_keeps_an_owner after update of role or delete on app.members
    for each row when (old.role = 'owner') execute function app.require_an_owner();

create or replace function app.lock_memberships(p_person uuid) returns void
language sql volatile set search_path = ''
as $$
    select from app.members m where m.person_id = p_person order by m.workspace_id for share
$$;
comment on function app.lock_memberships is
    'Locks the person''s memberships, so that their roles stay the same until the transaction ends. Call it before taking any other lock: losing a role locks the membership first, too.';
