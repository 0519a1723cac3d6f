create policy "the service reads" on app.push_keys for select to feedback_owner using (true);
create policy "the service inserts" on app.push_keys for insert to feedback_owner with check (true);
create policy "the service updates" on app.push_keys for update to feedback_owner using (true);
create policy "the service deletes" on app.push_keys for delete to feedback_owner using (true);

create policy "the service reads" on app.push_subscriptions for select to feedback_owner using (true);
create policy "the service inserts" on app.push_subscriptions for insert to feedback_owner with check (true);
create policy "the service updates" on app.push_subscriptions for update to feedback_owner using (true);
create policy "the service deletes" on app.push_subscriptions for delete to feedback_owner using (true);
create policy "people see their browsers" on app.push_subscriptions for select to feedback_person
    using (person_id = (select app.person_id()));
create policy "people remove their browsers" on app.push_subscriptions for delete to feedback_person
    using (person_id = (select app.person_id()));

create policy "the service reads" on app.push_messages for select to feedback_owner using (true);
create policy "the service inserts" on app.push_messages for insert to feedback_owner with check (true);
create policy "the service updates" on app.push_messages for update to feedback_owner using (true);
create policy "the service deletes" on app.push_messages for delete to feedback_owner using (true);
