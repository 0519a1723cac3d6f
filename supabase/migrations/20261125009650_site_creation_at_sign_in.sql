-- A person who approves creating a site at a sign-in need not have a site yet.
set role feedback_owner;

create function app.consented_workspaces(p_person uuid, p_sites uuid[], p_actions text[]) returns setof uuid
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

create or replace function app.withdraw_sign_ins(p_member app.members, p_role text) returns void
language sql volatile set search_path = ''
as $$
    update app.authorization_requests r set code_hash = null
    where r.person_id = p_member.person_id and r.code_hash is not null and r.connection_id is null
      and (r.sites && array(select s.id from app.sites s where s.workspace_id = p_member.workspace_id)
          or r.sites = '{}' and 'site:create' = any(r.granted))
      and (p_role is null or exists (
          select from unnest(r.granted) a where p_role <> all(app.roles_at_least(app.required_role(a)))));
    update app.device_requests d set state = 'denied'
    where d.person_id = p_member.person_id and d.state = 'approved' and p_role is null
      and d.sites && array(select s.id from app.sites s where s.workspace_id = p_member.workspace_id)
$$;

create or replace function app.approve_authorization(
    p_id uuid, p_sites uuid[], p_actions text[], p_code bytea, p_now timestamptz)
returns table (redirect_uri text, state text)
language plpgsql security definer set search_path = ''
as $$
declare
    v_request app.authorization_requests;
    v_workspaces uuid[];
begin
    perform app.lock_memberships(app.person_id());
    v_request := app.find_authorization(p_id, p_now);
    if v_request.id is null then
        return;
    end if;
    perform app.require_recent_sign_in(p_now);
    perform app.require_chosen_sites(p_sites, p_actions);
    if not p_actions <@ v_request.asked then
        raise exception 'The client did not ask for this.' using errcode = 'FB409';
    end if;
    v_workspaces := array(select app.consented_workspaces(app.person_id(), p_sites, p_actions));
    if 'site:create' = any(p_actions) and v_workspaces = '{}' then
        raise exception 'Choose a site of the workspace in which the client may create one.' using errcode = 'FB409';
    end if;
    update app.authorization_requests r
    set decided_at = p_now, sites = p_sites, code_hash = p_code, code_expires_at = p_now + interval '60 seconds',
        -- The other actions apply to the chosen sites.
        granted = case when p_sites = '{}' then array(select unnest(p_actions) intersect select 'site:create')
            else p_actions end
    where r.id = p_id;
    perform app.record_action(w, null, 'approveAuthorization', v_request.client_name) from unnest(v_workspaces) w;
    return query select v_request.redirect_uri, v_request.state;
end $$;

create or replace function app.grant_with_consent(
    p_connection uuid, p_person uuid, p_sites uuid[], p_actions text[], p_now timestamptz) returns void
language sql volatile set search_path = ''
as $$
    insert into app.grants (connection_id, workspace_id, site_id, action, mode, approved_by, approved_at, expires_at)
    select p_connection, s.workspace_id, s.id, a.action, 'until', p_person, p_now, p_now + a.lasts
    from app.sites s
    cross join (values ('prompt:draft', interval '7 days'), ('response:read', interval '24 hours')) a (action, lasts)
    where s.id = any(p_sites) and a.action = any(p_actions)
    union all
    select p_connection, w, null, 'site:create', 'once', p_person, p_now, p_now + interval '24 hours'
    from app.consented_workspaces(p_person, p_sites, p_actions) w
    where 'site:create' = any(p_actions)
$$;

reset role;
