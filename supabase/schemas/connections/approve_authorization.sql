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
    perform app.require_chosen_sites(p_sites, p_actions);
    if not p_actions <@ v_request.asked then
        raise exception 'The client did not ask for this.' using errcode = 'FB409';
    end if;
    v_workspaces := array(select app.consented_workspaces(app.person_id(), p_sites, p_actions));
    if 'site:create' = any(p_actions) and v_workspaces = '{}' and not exists (select from app.sites_elsewhere(p_sites)) then
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
comment on function app.approve_authorization is 'The caller approves the client; its code is valid for a minute. No row if the request is not theirs.';
grant execute on function app.approve_authorization to feedback_person;

create trigger approving_clients_needs_presence after update of code_hash on app.authorization_requests
    for each row when (new.code_hash is not null) execute function app.check_assurance('presence', 'approveAuthorization');
