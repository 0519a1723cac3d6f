create policy "the service reads" on app.revision_forecasts for select to feedback_owner using (true);
create policy "the service inserts" on app.revision_forecasts for insert to feedback_owner with check (true);
create policy "the service updates" on app.revision_forecasts for update to feedback_owner using (true);
create policy "the service deletes" on app.revision_forecasts for delete to feedback_owner using (true);
