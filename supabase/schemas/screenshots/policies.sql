create policy "the service reads" on app.screenshots for select to feedback_owner using (true);
create policy "the service inserts" on app.screenshots for insert to feedback_owner with check (true);
create policy "the service updates" on app.screenshots for update to feedback_owner using (true);
create policy "the service deletes" on app.screenshots for delete to feedback_owner using (true);
create policy "members see screenshots" on app.screenshots for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see screenshots" on app.screenshots for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));

create policy "the service reads" on app.file_deletions for select to feedback_owner using (true);
create policy "the service inserts" on app.file_deletions for insert to feedback_owner with check (true);
create policy "the service updates" on app.file_deletions for update to feedback_owner using (true);
create policy "the service deletes" on app.file_deletions for delete to feedback_owner using (true);
