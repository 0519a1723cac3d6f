create policy "the service reads" on app.budget_periods for select to feedback_owner using (true);
create policy "the service inserts" on app.budget_periods for insert to feedback_owner with check (true);
create policy "the service updates" on app.budget_periods for update to feedback_owner using (true);
create policy "the service deletes" on app.budget_periods for delete to feedback_owner using (true);
