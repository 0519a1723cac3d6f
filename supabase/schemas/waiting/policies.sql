create policy "the service reads" on app.waiting_prompts for select to feedback_owner using (true);
create policy "the service inserts" on app.waiting_prompts for insert to feedback_owner with check (true);
create policy "the service updates" on app.waiting_prompts for update to feedback_owner using (true);
create policy "the service deletes" on app.waiting_prompts for delete to feedback_owner using (true);
