create policy "the service reads" on app.grant_requests for select to feedback_owner using (true);
create policy "the service inserts" on app.grant_requests for insert to feedback_owner with check (true);
create policy "the service updates" on app.grant_requests for update to feedback_owner using (true);
create policy "the service deletes" on app.grant_requests for delete to feedback_owner using (true);
create policy "people see requests to them" on app.grant_requests for select to feedback_person
    using (person_id = (select app.person_id()));
create policy "connections see their requests" on app.grant_requests for select to feedback_agent
    using (connection_id = (select c.id from app.live_connection() c));

create policy "the service reads" on app.grants for select to feedback_owner using (true);
create policy "the service inserts" on app.grants for insert to feedback_owner with check (true);
create policy "the service updates" on app.grants for update to feedback_owner using (true);
create policy "the service deletes" on app.grants for delete to feedback_owner using (true);
create policy "people see what they approved" on app.grants for select to feedback_person
    using (approved_by = (select app.person_id()));
create policy "connections see their grants" on app.grants for select to feedback_agent
    using (connection_id = (select c.id from app.live_connection() c));
