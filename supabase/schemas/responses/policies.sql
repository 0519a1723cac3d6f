create policy "the service reads" on app.responses for select to feedback_owner using (true);
create policy "the service inserts" on app.responses for insert to feedback_owner with check (true);
create policy "the service updates" on app.responses for update to feedback_owner using (true);
create policy "the service deletes" on app.responses for delete to feedback_owner using (true);
create policy "members see responses" on app.responses for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "owners delete responses" on app.responses for delete to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));
create policy "readers of responses see responses" on app.responses for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));

create policy "the service reads" on app.text_answers for select to feedback_owner using (true);
create policy "the service inserts" on app.text_answers for insert to feedback_owner with check (true);
create policy "the service updates" on app.text_answers for update to feedback_owner using (true);
create policy "the service deletes" on app.text_answers for delete to feedback_owner using (true);
create policy "members read" on app.text_answers for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses read" on app.text_answers for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
create policy "editors work through text answers" on app.text_answers for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));

create policy "the service reads" on app.saved_filters for select to feedback_owner using (true);
create policy "the service inserts" on app.saved_filters for insert to feedback_owner with check (true);
create policy "the service updates" on app.saved_filters for update to feedback_owner using (true);
create policy "the service deletes" on app.saved_filters for delete to feedback_owner using (true);
create policy "members see saved filters" on app.saved_filters for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "connections see saved filters" on app.saved_filters for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));
create policy "editors save filters" on app.saved_filters for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));
create policy "connections save granted filters" on app.saved_filters for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('prompt:draft')))
        and created_by = (select app.acting_person()));
create policy "editors change saved filters" on app.saved_filters for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
create policy "connections change granted saved filters" on app.saved_filters for update to feedback_agent
    using (site_id = any(array(select app.connected_sites())))
    with check (site_id = any(array(select app.granted_sites('prompt:draft'))));
create policy "editors delete saved filters" on app.saved_filters for delete to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
create policy "connections delete granted saved filters" on app.saved_filters for delete to feedback_agent
    using (site_id = any(array(select app.granted_sites('prompt:draft'))));
