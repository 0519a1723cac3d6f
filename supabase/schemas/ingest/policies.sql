create policy "the service reads" on app.dropped_events for select to feedback_owner using (true);
create policy "the service inserts" on app.dropped_events for insert to feedback_owner with check (true);
create policy "the service updates" on app.dropped_events for update to feedback_owner using (true);
create policy "the service deletes" on app.dropped_events for delete to feedback_owner using (true);
create policy "members see dropped events" on app.dropped_events for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));

create policy "the service reads" on app.event_counts for select to feedback_owner using (true);
create policy "the service inserts" on app.event_counts for insert to feedback_owner with check (true);
create policy "the service updates" on app.event_counts for update to feedback_owner using (true);
create policy "the service deletes" on app.event_counts for delete to feedback_owner using (true);
create policy "members see event counts" on app.event_counts for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));

create policy "the service reads" on app.event_names for select to feedback_owner using (true);
create policy "the service inserts" on app.event_names for insert to feedback_owner with check (true);
create policy "the service updates" on app.event_names for update to feedback_owner using (true);
create policy "the service deletes" on app.event_names for delete to feedback_owner using (true);
create policy "members see event names" on app.event_names for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "editors register event names" on app.event_names for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))));
create policy "editors change event names" on app.event_names for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
create policy "connections see event names" on app.event_names for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));

create policy "the service reads" on app.events for select to feedback_owner using (true);
create policy "the service inserts" on app.events for insert to feedback_owner with check (true);
create policy "the service updates" on app.events for update to feedback_owner using (true);
create policy "the service deletes" on app.events for delete to feedback_owner using (true);
create policy "members see the events of 30 days" on app.events for select to feedback_person
    using (site = any(array(select app.site_keys_for('viewer')))
        and id > (select app.id_from(now() - interval '30 days')));
create policy "readers of responses see the events of 30 days" on app.events for select to feedback_agent
    using (site = any(array(select app.granted_site_keys('response:read')))
        and id > (select app.id_from(now() - interval '30 days')));
