create policy "the service reads" on app.buckets for select to feedback_owner using (true);
create policy "the service inserts" on app.buckets for insert to feedback_owner with check (true);
create policy "the service updates" on app.buckets for update to feedback_owner using (true);
create policy "the service deletes" on app.buckets for delete to feedback_owner using (true);

create policy "the service reads" on app.attempts for select to feedback_owner using (true);
create policy "the service inserts" on app.attempts for insert to feedback_owner with check (true);
create policy "the service updates" on app.attempts for update to feedback_owner using (true);
create policy "the service deletes" on app.attempts for delete to feedback_owner using (true);
