create policy "the service reads" on app.this_database for select to feedback_owner using (true);
create policy "the service updates" on app.this_database for update to feedback_owner using (true);

create policy "the service reads" on app.cells for select to feedback_owner using (true);
create policy "the service inserts" on app.cells for insert to feedback_owner with check (true);
create policy "the service updates" on app.cells for update to feedback_owner using (true);
create policy "the service deletes" on app.cells for delete to feedback_owner using (true);

create policy "the service reads" on app.placed_workspaces for select to feedback_owner using (true);
create policy "the service inserts" on app.placed_workspaces for insert to feedback_owner with check (true);
create policy "the service updates" on app.placed_workspaces for update to feedback_owner using (true);
create policy "the service deletes" on app.placed_workspaces for delete to feedback_owner using (true);

create policy "the service reads" on app.placed_sites for select to feedback_owner using (true);
create policy "the service inserts" on app.placed_sites for insert to feedback_owner with check (true);
create policy "the service updates" on app.placed_sites for update to feedback_owner using (true);
create policy "the service deletes" on app.placed_sites for delete to feedback_owner using (true);

create policy "the service reads" on app.placed_secrets for select to feedback_owner using (true);
create policy "the service inserts" on app.placed_secrets for insert to feedback_owner with check (true);
create policy "the service updates" on app.placed_secrets for update to feedback_owner using (true);
create policy "the service deletes" on app.placed_secrets for delete to feedback_owner using (true);

create policy "the service reads" on app.placed_people for select to feedback_owner using (true);
create policy "the service inserts" on app.placed_people for insert to feedback_owner with check (true);
create policy "the service updates" on app.placed_people for update to feedback_owner using (true);
create policy "the service deletes" on app.placed_people for delete to feedback_owner using (true);

create policy "the service reads" on app.leaving_people for select to feedback_owner using (true);
create policy "the service inserts" on app.leaving_people for insert to feedback_owner with check (true);
create policy "the service updates" on app.leaving_people for update to feedback_owner using (true);
create policy "the service deletes" on app.leaving_people for delete to feedback_owner using (true);

create policy "the service reads" on app.home_heartbeat for select to feedback_owner using (true);
create policy "the service inserts" on app.home_heartbeat for insert to feedback_owner with check (true);
create policy "the service updates" on app.home_heartbeat for update to feedback_owner using (true);
create policy "the service deletes" on app.home_heartbeat for delete to feedback_owner using (true);
