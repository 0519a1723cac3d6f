create or replace function app.undo_deletion(p_id uuid, p_now timestamptz) returns app.deletions
language plpgsql security definer set search_path = ''
as $$
declare
    v_deletion app.deletions;
begin
    select * into v_deletion from app.deletions d
    where d.id = p_id and (d.workspace_id = any(array(select app.workspaces_for('viewer')))
        or d.site_id = any(array(select app.connected_sites()))
        or d.kind = 'workspace' and d.workspace_id = any(array(select app.connected_workspaces())))
    for update;
    if not found then
        raise exception 'There is no such deletion.' using errcode = 'FB404';
    elsif v_deletion.undone_at is not null then
        return v_deletion;
    elsif v_deletion.finished_at is not null or v_deletion.deleted <> '{}' then
        raise exception 'It is already deleted.' using errcode = 'FB409';
    elsif not (app.find_deletable(v_deletion.kind, v_deletion.target_id, v_deletion.site_id)).allowed then
        raise exception '%', case when app.connection_id() is null then 'Only an owner can undo the deletion of '
                || case v_deletion.kind when 'responses' then 'responses.' else format('a %s.', v_deletion.kind) end
            else format('Only a person can undo the deletion of %s %s, in the dashboard.',
                case v_deletion.kind when 'responses' then 'these' else 'this' end, v_deletion.kind) end using errcode = 'FB403';
    end if;
    perform app.use_grant('prompt:draft', v_deletion.workspace_id, v_deletion.site_id, null, null, false);
    update app.deletions d set undone_at = p_now where d.id = p_id returning * into v_deletion;
    if v_deletion.kind = 'workspace' and not exists (select from app.members m
        where m.workspace_id = v_deletion.workspace_id and m.role = 'owner' and not app.is_leaving(m.person_id)) then
        raise exception 'The accounts of its owners are scheduled for deletion. Undo the deletion of your account first.'
            using errcode = 'FB409';
    end if;
    if v_deletion.kind = 'responses' then
        if not exists (select from app.deleted_responses x where x.deletion_id = p_id) then
            raise exception 'It is already deleted.' using errcode = 'FB409';
        end if;
        perform app.restore_responses(p_id);
    end if;
    update app.sites s set closed_at = null
    where s.workspace_id = v_deletion.workspace_id and s.closed_at is not null
      and not exists (select from app.deletions d where d.undone_at is null and d.finished_at is null
        and d.target_id in (s.id, s.workspace_id));
    return v_deletion;
end $$;
comment on function app.undo_deletion is 'Reopens what the deletion closed, and restores responses. A prompt stays paused.';
grant execute on function app.undo_deletion to feedback_agent, feedback_person;
