create policy "the service reads" on app.tags for select to feedback_owner using (true);
create policy "the service inserts" on app.tags for insert to feedback_owner with check (true);
create policy "the service updates" on app.tags for update to feedback_owner using (true);
create policy "the service deletes" on app.tags for delete to feedback_owner using (true);
create policy "members read" on app.tags for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses read" on app.tags for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
create policy "editors create tags, and members propose them" on app.tags for insert to feedback_person
    with check (created_by = (select app.person_id()) and (site_id = any(array(select app.sites_for('editor')))
        or state = 'proposed' and site_id = any(array(select app.sites_for('viewer')))));
create policy "editors change tags" on app.tags for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
create policy "editors delete tags" on app.tags for delete to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
create policy "readers of responses propose tags" on app.tags for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('response:read')))
        and created_by = (select app.acting_person()));

create policy "the service reads" on app.text_tags for select to feedback_owner using (true);
create policy "the service inserts" on app.text_tags for insert to feedback_owner with check (true);
create policy "the service updates" on app.text_tags for update to feedback_owner using (true);
create policy "the service deletes" on app.text_tags for delete to feedback_owner using (true);
create policy "members read" on app.text_tags for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses read" on app.text_tags for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
create policy "editors tag" on app.text_tags for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));
create policy "editors choose examples" on app.text_tags for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
create policy "editors remove tags" on app.text_tags for delete to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));

create policy "the service reads" on app.text_notes for select to feedback_owner using (true);
create policy "the service inserts" on app.text_notes for insert to feedback_owner with check (true);
create policy "the service updates" on app.text_notes for update to feedback_owner using (true);
create policy "the service deletes" on app.text_notes for delete to feedback_owner using (true);
create policy "members read" on app.text_notes for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses read" on app.text_notes for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
create policy "editors write notes" on app.text_notes for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));
create policy "editors delete their notes, and owners any" on app.text_notes for delete to feedback_person
    using (site_id = any(array(select app.sites_for('owner')))
        or site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));

create policy "the service reads" on app.label_proposals for select to feedback_owner using (true);
create policy "the service inserts" on app.label_proposals for insert to feedback_owner with check (true);
create policy "the service updates" on app.label_proposals for update to feedback_owner using (true);
create policy "the service deletes" on app.label_proposals for delete to feedback_owner using (true);
create policy "members read" on app.label_proposals for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses read" on app.label_proposals for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
create policy "members propose" on app.label_proposals for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('viewer'))) and created_by = (select app.person_id())
        and source in ('person', 'method'));
create policy "readers of responses propose" on app.label_proposals for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('response:read')))
        and created_by = (select app.acting_person()));
create policy "editors decide" on app.label_proposals for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
