create policy "the service reads" on app.members for select to feedback_owner using (true);
create policy "the service inserts" on app.members for insert to feedback_owner with check (true);
create policy "the service updates" on app.members for update to feedback_owner using (true);
create policy "the service deletes" on app.members for delete to feedback_owner using (true);
create policy "members see each other" on app.members for select to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('viewer'))));
create policy "owners change roles" on app.members for update to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('owner'))));
create policy "owners remove members, and members may leave" on app.members for delete to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('owner')))
        or person_id = (select app.person_id()) and workspace_id = any(array(select app.workspaces_for('viewer'))));
create policy "connections see their person's roles" on app.members for select to feedback_agent
    using (person_id = (select app.acting_person()) and workspace_id = any(array(select app.connected_workspaces())));

create policy "the service reads" on app.diagnostic_keys for select to feedback_owner using (true);
create policy "the service inserts" on app.diagnostic_keys for insert to feedback_owner with check (true);
create policy "the service deletes" on app.diagnostic_keys for delete to feedback_owner using (true);
-- Maintenance locks what it deletes.
create policy "the service updates" on app.diagnostic_keys for update to feedback_owner using (true);

create policy "the service reads" on app.lost_access for select to feedback_owner using (true);
create policy "the service inserts" on app.lost_access for insert to feedback_owner with check (true);
create policy "the service updates" on app.lost_access for update to feedback_owner using (true);
create policy "the service deletes" on app.lost_access for delete to feedback_owner using (true);
create policy "people see what they lost" on app.lost_access for select to feedback_person
    using (person_id = (select app.person_id()));

create policy "the service reads" on app.presence_challenges for select to feedback_owner using (true);
create policy "the service inserts" on app.presence_challenges for insert to feedback_owner with check (true);
create policy "the service updates" on app.presence_challenges for update to feedback_owner using (true);
create policy "the service deletes" on app.presence_challenges for delete to feedback_owner using (true);

create policy "the service reads" on app.passkey_registrations for select to feedback_owner using (true);
create policy "the service inserts" on app.passkey_registrations for insert to feedback_owner with check (true);
create policy "the service updates" on app.passkey_registrations for update to feedback_owner using (true);
create policy "the service deletes" on app.passkey_registrations for delete to feedback_owner using (true);

create policy "the service reads" on app.passkey_resets for select to feedback_owner using (true);
create policy "the service inserts" on app.passkey_resets for insert to feedback_owner with check (true);
create policy "the service updates" on app.passkey_resets for update to feedback_owner using (true);
create policy "the service deletes" on app.passkey_resets for delete to feedback_owner using (true);
