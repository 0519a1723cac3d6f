create policy "the service reads" on app.display_totals for select to feedback_owner using (true);
create policy "the service inserts" on app.display_totals for insert to feedback_owner with check (true);
create policy "the service updates" on app.display_totals for update to feedback_owner using (true);
create policy "the service deletes" on app.display_totals for delete to feedback_owner using (true);

create policy "the service reads" on app.displays for select to feedback_owner using (true);
create policy "the service inserts" on app.displays for insert to feedback_owner with check (true);
create policy "the service updates" on app.displays for update to feedback_owner using (true);
create policy "the service deletes" on app.displays for delete to feedback_owner using (true);
create policy "members see the displays of 90 days" on app.displays for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))) and reserved_at >= now() - interval '90 days');
create policy "readers of responses see the displays of 90 days" on app.displays for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))) and reserved_at >= now() - interval '90 days');
