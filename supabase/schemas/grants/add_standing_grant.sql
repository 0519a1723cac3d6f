create or replace function app.add_standing_grant(
    p_request app.grant_requests, p_conditions jsonb, p_until timestamptz, p_combination boolean) returns void
language plpgsql volatile set search_path = ''
as $$
declare
    v_id uuid;
begin
    if p_request.revision is null then
        raise exception 'Conditions go only with a request to publish a revision.' using errcode = 'FB409';
    elsif p_until <= now() then
        raise exception 'The date is in the past.' using errcode = 'FB409';
    end if;
    insert into app.grants (request_id, connection_id, workspace_id, site_id, action, mode, combination, approved_by, expires_at,
        conditions)
    values (p_request.id, p_request.connection_id, p_request.workspace_id, p_request.site_id, p_request.action, 'until',
        p_combination, app.person_id(), least(p_until, now() + interval '90 days'),
        app.identify_prompts(p_request.site_id, p_conditions))
    returning id into v_id;
    -- For the audit log, which names the conditions.
    perform set_config('feedback.standing_grant', v_id::text, true);
end $$;
comment on function app.add_standing_grant is
    'Grants the connection of a request to publish whatever revision of the site meets the conditions, for at most 90 days. Raises FB409.';
