create policy "the service reads" on app.deletions for select to feedback_owner using (true);
create policy "the service inserts" on app.deletions for insert to feedback_owner with check (true);
create policy "the service updates" on app.deletions for update to feedback_owner using (true);
create policy "members see deletions, and people their own" on app.deletions for select to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('viewer'))) or requested_by = (select app.person_id()));
create policy "the service reads" on app.deleted_responses for select to feedback_owner using (true);
create policy "the service inserts" on app.deleted_responses for insert to feedback_owner with check (true);
create policy "the service deletes" on app.deleted_responses for delete to feedback_owner using (true);
create policy "connections see deletions of what they see" on app.deletions for select to feedback_agent
    using (site_id = any(array(select app.connected_sites()))
        or kind = 'workspace' and workspace_id = any(array(select app.connected_workspaces())));
