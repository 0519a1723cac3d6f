create or replace function app.schedule_deletion(p_kind text, p_target uuid, p_site uuid, p_keep_responses boolean, p_now timestamptz)
returns app.deletions
language plpgsql security definer set search_path = ''
as $$
declare
    v_undo constant interval := interval '7 days';
    v_found record;
    v_deletion app.deletions;
begin
    v_found := app.find_deletable(p_kind, p_target, p_site);
    if not v_found.allowed then
        raise exception '%', case when app.connection_id() is not null
            then format('Only a person can delete %s, in the dashboard.',
                case p_kind when 'prompt' then 'a published prompt' else 'a ' || p_kind end)
            else case p_kind when 'prompt' then 'Only an owner can delete a published prompt.'
            else format('Only an owner can delete a %s.', p_kind) end end using errcode = 'FB403';
    end if;
    perform app.use_grant('prompt:draft', v_found.workspace_id, p_site, null, null, false);
    if exists (select from app.deletions d where d.workspace_id = v_found.workspace_id and d.kind = 'workspace'
        and d.undone_at is null and d.finished_at is null) then
        raise exception 'The whole workspace is scheduled for deletion.' using errcode = 'FB409';
    end if;
    -- A paused prompt is not shown, and can be resumed when the deletion is undone.
    if p_kind = 'prompt' then
        update app.prompts p set state = 'paused' where p.site_id = p_site and p.id = p_target and p.state = 'published';
    else
        update app.sites s set closed_at = coalesce(s.closed_at, p_now)
        where case p_kind when 'site' then s.id = p_target else s.workspace_id = p_target end;
    end if;
    insert into app.deletions as d (workspace_id, site_id, kind, target_id, name, keep_responses, requested_by, requested_at, due_at)
    values (v_found.workspace_id, case when p_kind <> 'workspace' then p_site end, p_kind, p_target, v_found.name,
        p_keep_responses, app.acting_person(), p_now, p_now + v_undo)
    on conflict do nothing returning d.* into v_deletion;
    if not found then
        raise exception 'It is already scheduled for deletion.' using errcode = 'FB409';
    end if;
    return v_deletion;
end $$;
comment on function app.schedule_deletion is 'Pauses or closes it, and schedules its deletion after 7 days.';
grant execute on function app.schedule_deletion to feedback_agent, feedback_person;

create trigger deletions_need_a_recent_sign_in after insert on app.deletions
    for each row execute function app.check_assurance('recent');
