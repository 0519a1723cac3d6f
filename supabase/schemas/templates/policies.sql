create policy "the service reads" on app.templates for select to feedback_owner using (true);
create policy "the service inserts" on app.templates for insert to feedback_owner with check (true);
create policy "the service updates" on app.templates for update to feedback_owner using (true);
create policy "the service deletes" on app.templates for delete to feedback_owner using (true);
create policy "members see templates" on app.templates for select to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('viewer'))));
create policy "editors save templates" on app.templates for insert to feedback_person
    with check (workspace_id = any(array(select app.workspaces_for('editor')))
        and created_by = (select app.person_id()));
create policy "editors delete templates" on app.templates for delete to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('editor'))));
