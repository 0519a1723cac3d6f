create policy "the service reads" on app.candidates for select to feedback_owner using (true);
create policy "the service inserts" on app.candidates for insert to feedback_owner with check (true);
create policy "the service updates" on app.candidates for update to feedback_owner using (true);
create policy "the service deletes" on app.candidates for delete to feedback_owner using (true);
