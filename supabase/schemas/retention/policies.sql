create policy "the service reads" on app.count_progress for select to feedback_owner using (true);
create policy "the service inserts" on app.count_progress for insert to feedback_owner with check (true);
create policy "the service updates" on app.count_progress for update to feedback_owner using (true);
create policy "the service deletes" on app.count_progress for delete to feedback_owner using (true);

create policy "the service reads" on app.counted_days for select to feedback_owner using (true);
create policy "the service inserts" on app.counted_days for insert to feedback_owner with check (true);
create policy "the service updates" on app.counted_days for update to feedback_owner using (true);
create policy "the service deletes" on app.counted_days for delete to feedback_owner using (true);
create policy "members see counted days" on app.counted_days for select to feedback_person
    using (exists (select app.workspaces_for('viewer')));
