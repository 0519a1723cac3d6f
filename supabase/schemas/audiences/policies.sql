create policy "the service reads" on app.audiences for select to feedback_owner using (true);
create policy "the service inserts" on app.audiences for insert to feedback_owner with check (true);
create policy "the service updates" on app.audiences for update to feedback_owner using (true);
create policy "the service deletes" on app.audiences for delete to feedback_owner using (true);
create policy "members see audiences" on app.audiences for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "connections see audiences" on app.audiences for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));
create policy "editors create audiences" on app.audiences for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));
create policy "connections create granted audiences" on app.audiences for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('prompt:draft')))
        and created_by = (select app.acting_person()));
create policy "editors change audiences" on app.audiences for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
-- Same as for prompts: every connection that can see an audience may lock it.
create policy "connections change granted audiences" on app.audiences for update to feedback_agent
    using (site_id = any(array(select app.connected_sites())))
    with check (site_id = any(array(select app.granted_sites('prompt:draft'))));

create policy "the service reads" on app.audience_versions for select to feedback_owner using (true);
create policy "the service inserts" on app.audience_versions for insert to feedback_owner with check (true);
create policy "the service updates" on app.audience_versions for update to feedback_owner using (true);
create policy "the service deletes" on app.audience_versions for delete to feedback_owner using (true);
create policy "members see versions of audiences" on app.audience_versions for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "connections see versions of audiences" on app.audience_versions for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));
create policy "editors save versions of audiences" on app.audience_versions for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));
create policy "connections save granted versions of audiences" on app.audience_versions for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('prompt:draft')))
        and created_by = (select app.acting_person()));
