create policy "the service reads" on app.result_links for select to feedback_owner using (true);
create policy "the service inserts" on app.result_links for insert to feedback_owner with check (true);
create policy "the service updates" on app.result_links for update to feedback_owner using (true);
create policy "the service deletes" on app.result_links for delete to feedback_owner using (true);
create policy "readers of responses see links to results" on app.result_links for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
create policy "members see links to results" on app.result_links for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "editors share figures, and owners words" on app.result_links for insert to feedback_person
    with check (created_by = (select app.person_id())
        and site_id = any(array(select app.sites_for(case when words then 'owner' else 'editor' end))));
create policy "editors revoke links to results" on app.result_links for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));

create policy "the service reads" on app.result_parts for select to feedback_owner using (true);
create policy "the service inserts" on app.result_parts for insert to feedback_owner with check (true);
create policy "the service updates" on app.result_parts for update to feedback_owner using (true);
create policy "the service deletes" on app.result_parts for delete to feedback_owner using (true);
create policy "members see figures" on app.result_parts for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see figures" on app.result_parts for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));

create policy "the service reads" on app.filtered_parts for select to feedback_owner using (true);
create policy "the service inserts" on app.filtered_parts for insert to feedback_owner with check (true);
create policy "the service updates" on app.filtered_parts for update to feedback_owner using (true);
create policy "the service deletes" on app.filtered_parts for delete to feedback_owner using (true);
create policy "members see figures" on app.filtered_parts for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see figures" on app.filtered_parts for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));

create policy "the service reads" on app.released_figures for select to feedback_owner using (true);
create policy "the service inserts" on app.released_figures for insert to feedback_owner with check (true);
create policy "the service updates" on app.released_figures for update to feedback_owner using (true);
create policy "the service deletes" on app.released_figures for delete to feedback_owner using (true);
create policy "members see figures" on app.released_figures for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
