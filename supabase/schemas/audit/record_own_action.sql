create or replace function app.record_own_action(p_did text, p_subject text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.record_action(m.workspace_id, null, p_did, p_subject)
    from app.members m where m.person_id = app.person_id();
end $$;
comment on function app.record_own_action is 'Adds what the caller changes of their own account to the audit log of each of their workspaces.';
