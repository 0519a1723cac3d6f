create policy "the service reads" on app.idempotency_keys for select to feedback_owner using (true);
create policy "the service inserts" on app.idempotency_keys for insert to feedback_owner with check (true);
create policy "the service deletes" on app.idempotency_keys for delete to feedback_owner using (true);
create policy "the service updates" on app.idempotency_keys for update to feedback_owner using (true);
