create or replace function app.schedule_account_deletion(p_now timestamptz) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
    v_undo constant interval := interval '7 days';
    v_person uuid := app.person_id();
    v_names text[];
    v_id uuid;
begin
    if v_person is null then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
    -- Their data in other cells would stay, and a workspace there could lose its last owner.
    if exists (select from app.placed_people p where p.person = v_person) then
        raise exception 'An account with workspaces in several cells cannot be deleted yet.' using errcode = 'FB503';
    end if;
    -- Same lock as the trigger on members: other owners cannot leave in the meantime.
    perform from app.workspaces w
    where w.id in (select m.workspace_id from app.members m where m.person_id = v_person and m.role = 'owner')
    order by w.id for no key update;
    v_names := array(select format('"%s"', w.name) from app.list_workspaces_without_other_owner() w);
    if cardinality(v_names) > 0 then
        raise exception 'You are the only owner of %. Transfer the ownership first, or delete the workspace.',
            array_to_string(v_names[1:5], ', ')
                || case when cardinality(v_names) > 5 then format(' and %s more', cardinality(v_names) - 5) else '' end
            using errcode = 'FB409';
    end if;
    insert into app.deletions (kind, target_id, name, requested_by, requested_at, due_at)
    values ('account', v_person, coalesce(app.person_email(), v_person::text), v_person, p_now, p_now + v_undo)
    on conflict do nothing returning id into v_id;
    if not found then
        raise exception 'It is already scheduled for deletion.' using errcode = 'FB409';
    end if;
    return v_id;
end $$;
comment on function app.schedule_account_deletion is 'Schedules the deletion of the caller''s account after 7 days. Returns the deletion.';
grant execute on function app.schedule_account_deletion to feedback_person;
