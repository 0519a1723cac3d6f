create policy "the service reads" on app.subject_locks for select to feedback_owner using (true);
create policy "the service inserts" on app.subject_locks for insert to feedback_owner with check (true);
create policy "the service updates" on app.subject_locks for update to feedback_owner using (true);
create policy "the service deletes" on app.subject_locks for delete to feedback_owner using (true);

create policy "the service reads" on app.subjects for select to feedback_owner using (true);
create policy "the service inserts" on app.subjects for insert to feedback_owner with check (true);
create policy "the service updates" on app.subjects for update to feedback_owner using (true);
create policy "the service deletes" on app.subjects for delete to feedback_owner using (true);
create policy "members see the subjects of 90 days" on app.subjects for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))) and last_seen_at >= now() - interval '90 days');
create policy "readers of responses see the subjects of 90 days" on app.subjects for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))) and last_seen_at >= now() - interval '90 days');

create policy "the service reads" on app.visitor_versions for select to feedback_owner using (true);
create policy "the service inserts" on app.visitor_versions for insert to feedback_owner with check (true);
create policy "the service updates" on app.visitor_versions for update to feedback_owner using (true);
create policy "the service deletes" on app.visitor_versions for delete to feedback_owner using (true);

create policy "the service reads" on app.visitors for select to feedback_owner using (true);
create policy "the service inserts" on app.visitors for insert to feedback_owner with check (true);
create policy "the service updates" on app.visitors for update to feedback_owner using (true);
create policy "the service deletes" on app.visitors for delete to feedback_owner using (true);
create policy "members see the visitors of 90 days" on app.visitors for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))) and last_seen_at >= now() - interval '90 days');
create policy "readers of responses see the visitors of 90 days" on app.visitors for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))) and last_seen_at >= now() - interval '90 days');

create policy "the service reads" on app.proven_visitors for select to feedback_owner using (true);
create policy "the service inserts" on app.proven_visitors for insert to feedback_owner with check (true);
create policy "the service updates" on app.proven_visitors for update to feedback_owner using (true);
create policy "the service deletes" on app.proven_visitors for delete to feedback_owner using (true);
