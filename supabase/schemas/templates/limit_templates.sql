create or replace function app.limit_templates() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- Serializes concurrent creators.
    perform from app.workspaces w where w.id = new.workspace_id for no key update;
    if (select count(*) from app.templates t where t.workspace_id = new.workspace_id) > 100 then
        raise exception 'A workspace has at most 100 templates.' using errcode = 'FB409',
            hint = 'Delete one that nobody uses.';
    end if;
    return null;
end $$;
create trigger templates_are_limited after insert on app.templates
    for each row execute function app.limit_templates();
