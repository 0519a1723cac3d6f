create policy "the service reads" on app.outbox for select to feedback_owner using (true);
create policy "the service inserts" on app.outbox for insert to feedback_owner with check (true);
create policy "the service updates" on app.outbox for update to feedback_owner using (true);
create policy "the service deletes" on app.outbox for delete to feedback_owner using (true);

create policy "the service reads" on app.deliveries for select to feedback_owner using (true);
create policy "the service inserts" on app.deliveries for insert to feedback_owner with check (true);
create policy "the service updates" on app.deliveries for update to feedback_owner using (true);
create policy "the service deletes" on app.deliveries for delete to feedback_owner using (true);
create policy "members see deliveries" on app.deliveries for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see deliveries" on app.deliveries for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));

create policy "the service reads" on app.delivery_attempts for select to feedback_owner using (true);
create policy "the service inserts" on app.delivery_attempts for insert to feedback_owner with check (true);
create policy "the service updates" on app.delivery_attempts for update to feedback_owner using (true);
create policy "the service deletes" on app.delivery_attempts for delete to feedback_owner using (true);
create policy "members see attempts" on app.delivery_attempts for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see attempts" on app.delivery_attempts for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));

create policy "the service reads" on app.worker_calls for select to feedback_owner using (true);
create policy "the service inserts" on app.worker_calls for insert to feedback_owner with check (true);
create policy "the service updates" on app.worker_calls for update to feedback_owner using (true);
create policy "the service deletes" on app.worker_calls for delete to feedback_owner using (true);
