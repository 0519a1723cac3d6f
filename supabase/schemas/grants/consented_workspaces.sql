-- A person who approves creating a site at a sign-in need not have a site yet.
create or replace function app.consented_workspaces(p_person uuid, p_sites uuid[], p_actions text[]) returns setof uuid
language sql stable set search_path = ''
as $$
    select distinct s.workspace_id from app.sites s where s.id = any(p_sites)
    union all
    select (array_agg(m.workspace_id))[1] from app.members m
    where p_sites = '{}' and 'site:create' = any(p_actions) and m.person_id = p_person
      and m.role = any(app.roles_at_least(app.required_role('site:create')))
    having count(*) = 1
$$;
comment on function app.consented_workspaces is
    'Workspaces to which a sign-in gives access: those of the chosen sites; without sites, the only one in which the person may create one.';
