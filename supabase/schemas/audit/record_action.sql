create or replace function app.record_action(p_workspace uuid, p_site uuid, p_did text, p_subject text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
    v_workspace uuid := coalesce(p_workspace, (select s.workspace_id from app.sites s where s.id = p_site));
    v_person uuid := app.acting_person();
    v_connection text;
    v_connection_id uuid;
    v_who text;
begin
    select c.id, c.name into v_connection_id, v_connection from app.live_connection() c;
    if not exists (select from app.members m where m.workspace_id = v_workspace and m.person_id = v_person) then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
    v_who := coalesce(app.person_email(), (select m.email from app.members m
        where m.workspace_id = v_workspace and m.person_id = v_person), v_person::text);
    insert into app.audit_log (workspace_id, person_id, who, kind, did, site_id, subject, passkey, connection_id,
        grant_id, conditions)
    select v_workspace, v_person, coalesce(v_connection || ', for ', '') || v_who,
        case when v_connection is null then 'person' else 'connection' end, p_did, p_site, left(p_subject, 300),
        app.confirming_passkey(), v_connection_id, g.id, g.conditions
    from app.standing_grant() g;
end $$;
comment on function app.record_action is 'Adds what the caller does in this transaction to the audit log of the workspace, or of the site''s workspace.';
grant execute on function app.record_action to feedback_agent, feedback_person;
