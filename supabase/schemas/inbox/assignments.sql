create or replace function app.check_assignee() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- Waits if the member is being removed.
    perform from app.sites s
    join app.members m on m.workspace_id = s.workspace_id and m.person_id = new.assignee
    where s.id = new.site_id for key share of m;
    if not found then
        raise exception 'The assignee is not a member of the workspace.' using errcode = 'FB409';
    end if;
    return new;
end $$;
create trigger assignees_are_members before update of assignee on app.text_answers
    for each row when (new.assignee is not null) execute function app.check_assignee();

create or replace function app.end_assignments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    update app.text_answers t set assignee = null from app.sites s
    where s.workspace_id = old.workspace_id and t.site_id = s.id and t.assignee = old.person_id;
    return null;
end $$;
create trigger assignments_end_with_membership after delete on app.members
    for each row execute function app.end_assignments();
