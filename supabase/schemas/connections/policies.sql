create policy "the service reads" on app.connections for select to feedback_owner using (true);
create policy "the service inserts" on app.connections for insert to feedback_owner with check (true);
create policy "the service updates" on app.connections for update to feedback_owner using (true);
create policy "the service deletes" on app.connections for delete to feedback_owner using (true);
create policy "people see their connections" on app.connections for select to feedback_person
    using (person_id = (select app.person_id()));
create policy "connections see themselves" on app.connections for select to feedback_agent
    using (id = (select c.id from app.live_connection() c));

create policy "the service reads" on app.connection_sites for select to feedback_owner using (true);
create policy "the service inserts" on app.connection_sites for insert to feedback_owner with check (true);
create policy "the service updates" on app.connection_sites for update to feedback_owner using (true);
create policy "the service deletes" on app.connection_sites for delete to feedback_owner using (true);
create policy "people see the sites of their connections" on app.connection_sites for select to feedback_person
    using (connection_id = any(array(
        select c.id from app.connections c where c.person_id = (select app.person_id()))));
create policy "connections see the list of their sites" on app.connection_sites for select to feedback_agent
    using (connection_id = (select c.id from app.live_connection() c));

create policy "the service reads" on app.tokens for select to feedback_owner using (true);
create policy "the service inserts" on app.tokens for insert to feedback_owner with check (true);
create policy "the service updates" on app.tokens for update to feedback_owner using (true);
create policy "the service deletes" on app.tokens for delete to feedback_owner using (true);

create policy "the service reads" on app.oauth_clients for select to feedback_owner using (true);
create policy "the service inserts" on app.oauth_clients for insert to feedback_owner with check (true);
create policy "the service updates" on app.oauth_clients for update to feedback_owner using (true);
create policy "the service deletes" on app.oauth_clients for delete to feedback_owner using (true);

create policy "the service reads" on app.authorization_requests for select to feedback_owner using (true);
create policy "the service inserts" on app.authorization_requests for insert to feedback_owner with check (true);
create policy "the service updates" on app.authorization_requests for update to feedback_owner using (true);
create policy "the service deletes" on app.authorization_requests for delete to feedback_owner using (true);

create policy "the service reads" on app.device_requests for select to feedback_owner using (true);
create policy "the service inserts" on app.device_requests for insert to feedback_owner with check (true);
create policy "the service updates" on app.device_requests for update to feedback_owner using (true);
create policy "the service deletes" on app.device_requests for delete to feedback_owner using (true);
