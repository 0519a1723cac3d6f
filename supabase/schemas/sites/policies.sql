create policy "the service reads" on app.proof_keys for select to feedback_owner using (true);
create policy "the service inserts" on app.proof_keys for insert to feedback_owner with check (true);
create policy "the service updates" on app.proof_keys for update to feedback_owner using (true);
create policy "the service deletes" on app.proof_keys for delete to feedback_owner using (true);
create policy "owners see proof keys" on app.proof_keys for select to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));
create policy "owners add proof keys" on app.proof_keys for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('owner'))));
create policy "owners rotate proof keys" on app.proof_keys for update to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));
create policy "owners remove proof keys" on app.proof_keys for delete to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));

create policy "the service reads" on app.sites for select to feedback_owner using (true);
create policy "the service inserts" on app.sites for insert to feedback_owner with check (true);
create policy "the service updates" on app.sites for update to feedback_owner using (true);
create policy "the service deletes" on app.sites for delete to feedback_owner using (true);
create policy "members see their sites" on app.sites for select to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('viewer'))));
create policy "owners change their sites" on app.sites for update to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('owner'))));
create policy "editors create sites" on app.sites for insert to feedback_person
    with check (workspace_id = any(array(select app.workspaces_for('editor'))));
create policy "connections see their sites" on app.sites for select to feedback_agent
    using (id = any(array(select app.connected_sites())));
create policy "connections create granted sites" on app.sites for insert to feedback_agent
    with check (workspace_id = any(array(select app.granted_workspaces('site:create'))));

create policy "the service reads" on app.site_keys for select to feedback_owner using (true);
create policy "the service inserts" on app.site_keys for insert to feedback_owner with check (true);
create policy "the service updates" on app.site_keys for update to feedback_owner using (true);
create policy "the service deletes" on app.site_keys for delete to feedback_owner using (true);
create policy "owners see site keys" on app.site_keys for select to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));
create policy "connections see site keys" on app.site_keys for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));
create policy "owners create site keys" on app.site_keys for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('owner'))) and created_by = (select app.person_id()));
create policy "owners revoke site keys" on app.site_keys for update to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));
