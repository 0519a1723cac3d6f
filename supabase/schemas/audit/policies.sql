create policy "the service reads" on app.audit_log for select to feedback_owner using (true);
create policy "the service inserts" on app.audit_log for insert to feedback_owner with check (true);
create policy "the service deletes" on app.audit_log for delete to feedback_owner using (true);
create policy "owners see the audit log" on app.audit_log for select to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('owner'))));
create policy "the service updates" on app.audit_log for update to feedback_owner using (true);
