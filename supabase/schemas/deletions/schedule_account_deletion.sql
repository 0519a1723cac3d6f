create or replace function app.require_other_owners() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_names text[];
begin
    -- Same lock as the trigger on members: other owners cannot leave in the meantime.
    perform from app.workspaces w
    where w.id in (select m.workspace_id from app.members m where m.person_id = app.person_id() and m.role = 'owner')
    order by w.id for no key update;
    v_names := array(select format('"%s"', w.name) from app.list_workspaces_without_other_owner() w);
    if cardinality(v_names) > 0 then
        raise exception 'You are the only owner of %. Transfer the ownership first, or delete the workspace.',
            array_to_string(v_names[1:5], ', ')
                || case when cardinality(v_names) > 5 then format(' and %s more', cardinality(v_names) - 5) else '' end
            using errcode = 'FB409';
    end if;
end $$;
comment on function app.require_other_owners is 'Raises FB409 unless each workspace of the caller here has another owner who stays, or is scheduled for deletion.';
grant execute on function app.require_other_owners to feedback_person;

create or replace function app.schedule_account_deletion(p_now timestamptz) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
    v_undo constant interval := interval '7 days';
    v_person uuid := app.person_id();
    v_id uuid;
begin
    if v_person is null then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
    perform app.require_other_owners();
    insert into app.deletions (kind, target_id, name, requested_by, requested_at, due_at)
    values ('account', v_person, coalesce(app.person_email(), v_person::text), v_person, p_now, p_now + v_undo)
    on conflict do nothing returning id into v_id;
    if not found then
        raise exception 'It is already scheduled for deletion.' using errcode = 'FB409';
    end if;
    insert into app.leaving_people (person, name, due_at)
    values (v_person, coalesce(app.person_email(), v_person::text), p_now + v_undo)
    on conflict (person) do update set name = excluded.name, due_at = excluded.due_at;
    return v_id;
end $$;
comment on function app.schedule_account_deletion is 'Schedules the deletion of the caller''s account after 7 days. Returns the deletion.';
grant execute on function app.schedule_account_deletion to feedback_person;
