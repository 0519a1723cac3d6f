create policy "the service reads" on app.group_displays for select to feedback_owner using (true);
create policy "the service inserts" on app.group_displays for insert to feedback_owner with check (true);
create policy "the service updates" on app.group_displays for update to feedback_owner using (true);
create policy "the service deletes" on app.group_displays for delete to feedback_owner using (true);
