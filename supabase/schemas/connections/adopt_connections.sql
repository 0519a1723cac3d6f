-- Home makes connections, and knows nothing about roles in other databases. Each cell connects its own sites, once: what
-- a person ended meanwhile does not come back.
create or replace function app.adopt_connection(p_connection uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_connection app.connections;
    v_sites uuid[];
begin
    select * into v_connection from app.connections c
    where c.id = p_connection and c.sites_elsewhere is not null and app.is_live(c);
    if not found then
        return false;
    end if;
    perform app.lock_memberships(v_connection.person_id);
    with chosen as (
        select s.workspace_id, s.id from app.sites s
        join app.members m on m.workspace_id = s.workspace_id and m.person_id = v_connection.person_id
        where s.id = any(v_connection.sites_elsewhere)
          and m.role = any(app.roles_at_least(case
              when v_connection.consented && array['site:create', 'prompt:draft'] then 'editor' else 'viewer' end))
          and not exists (select from app.lost_access l
              where l.connection_id = v_connection.id and l.workspace_id = s.workspace_id)
    ),
    added as (
        insert into app.connection_sites (connection_id, workspace_id, site_id)
        select v_connection.id, c.workspace_id, c.id from chosen c on conflict do nothing
        returning site_id
    )
    select array_agg(a.site_id) into v_sites from added a;
    if v_sites is null then
        return true;
    end if;
    perform app.grant_with_consent(v_connection.id, v_connection.person_id, v_sites, coalesce(v_connection.consented, '{}'), now());
    insert into app.audit_log (workspace_id, person_id, who, did, subject)
    select distinct s.workspace_id, v_connection.person_id,
        coalesce(app.author_of(m.person_id, m.email), v_connection.person_id::text),
        case when v_connection.consented is null then 'approveDevice' else 'approveAuthorization' end, v_connection.name
    from app.sites s join app.members m on m.workspace_id = s.workspace_id and m.person_id = v_connection.person_id
    where s.id = any(v_sites);
    return true;
end $$;
comment on function app.adopt_connection is
    'In a cell: connects the chosen sites that it has, with the grants that were approved, if the person still has the role. False while home''s copy is not here.';
grant execute on function app.adopt_connection to feedback_manage;

create or replace function app.adopt_connections() returns void
language sql volatile set search_path = ''
as $$
    select app.adopt_connection(c.id) from app.connections c
    where c.sites_elsewhere is not null and c.created_at > now() - interval '1 day' and app.is_live(c)
$$;
comment on function app.adopt_connections is 'In a cell: connects the sites of connections that home has made in the last day.';

create or replace function app.cells_of_connection(p_connection uuid) returns setof text
language sql stable security definer set search_path = ''
as $$
    select distinct c.name from app.connections n
    join app.placed_sites s on s.id = any(n.sites_elsewhere)
    join app.placed_workspaces w on w.id = s.workspace
    join app.cells c on c.number = w.cell
    where n.id = p_connection
$$;
comment on function app.cells_of_connection is 'At home: names of the cells that have chosen sites of a connection.';
grant execute on function app.cells_of_connection to feedback_manage;
