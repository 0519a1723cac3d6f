create policy "the service reads" on app.instance_settings for select to feedback_owner using (true);
create policy "the service updates" on app.instance_settings for update to feedback_owner using (true);
create policy "the service deletes" on app.instance_settings for delete to feedback_owner using (true);
create policy "members see the settings of the instance" on app.instance_settings for select to feedback_person
    using (exists (select app.workspaces_for('viewer')));

create policy "the service reads" on app.instance_changes for select to feedback_owner using (true);
create policy "the service inserts" on app.instance_changes for insert to feedback_owner with check (true);
