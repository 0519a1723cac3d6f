-- Creating sites, and deleting responses.
create or replace function app.limit_sites() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    perform from app.workspaces w where w.id = new.workspace_id for no key update;
    if (select count(*) from app.sites s where s.workspace_id = new.workspace_id and not s.sample) > 500 then
        raise exception 'A workspace has at most 500 sites.' using errcode = 'FB409';
    elsif (select count(*) from app.sites s where s.workspace_id = new.workspace_id and s.sample) > 1 then
        raise exception 'The workspace has sample data already.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger a_workspace_has_at_most_500_sites after insert on app.sites
    for each row execute function app.limit_sites();
