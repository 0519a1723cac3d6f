-- Creating sites, and deleting responses.
set role feedback_owner;

create function app.limit_sites() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    perform from app.workspaces w where w.id = new.workspace_id for no key update;
    if (select count(*) from app.sites s where s.workspace_id = new.workspace_id) > 500 then
        raise exception 'A workspace has at most 500 sites.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger a_workspace_has_at_most_500_sites after insert on app.sites
    for each row execute function app.limit_sites();

-- Not the site ID: it is unique across tenants, so choosing one would reveal which ones are taken.
grant insert (id, workspace_id, name) on app.sites to feedback_person;
create policy "editors create sites" on app.sites for insert to feedback_person
    with check (workspace_id = any(array(select app.workspaces_for('editor'))));

grant delete on app.responses to feedback_person;
create policy "owners delete responses" on app.responses for delete to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));

grant execute on function app.mint_site_id to feedback_person;

reset role;
