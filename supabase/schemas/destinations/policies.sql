create policy "the service reads" on app.destinations for select to feedback_owner using (true);
create policy "the service inserts" on app.destinations for insert to feedback_owner with check (true);
create policy "the service updates" on app.destinations for update to feedback_owner using (true);
create policy "the service deletes" on app.destinations for delete to feedback_owner using (true);
create policy "members see destinations" on app.destinations for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see destinations" on app.destinations for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
create policy "owners create destinations" on app.destinations for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('owner'))) and created_by = (select app.person_id()));
create policy "owners change destinations" on app.destinations for update to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));
create policy "owners delete destinations" on app.destinations for delete to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));

create policy "the service reads" on app.issues for select to feedback_owner using (true);
create policy "the service inserts" on app.issues for insert to feedback_owner with check (true);
create policy "the service updates" on app.issues for update to feedback_owner using (true);
create policy "the service deletes" on app.issues for delete to feedback_owner using (true);
create policy "members see issues" on app.issues for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see issues" on app.issues for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));

create policy "the service reads" on app.issue_responses for select to feedback_owner using (true);
create policy "the service inserts" on app.issue_responses for insert to feedback_owner with check (true);
create policy "the service updates" on app.issue_responses for update to feedback_owner using (true);
create policy "the service deletes" on app.issue_responses for delete to feedback_owner using (true);
create policy "members see the responses of issues" on app.issue_responses for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see the responses of issues" on app.issue_responses for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));

create policy "the service reads" on app.destination_recipients for select to feedback_owner using (true);
create policy "the service inserts" on app.destination_recipients for insert to feedback_owner with check (true);
create policy "the service updates" on app.destination_recipients for update to feedback_owner using (true);
create policy "the service deletes" on app.destination_recipients for delete to feedback_owner using (true);
create policy "members see recipients" on app.destination_recipients for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see recipients" on app.destination_recipients for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
create policy "owners add recipients" on app.destination_recipients for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('owner'))));
create policy "owners remove recipients" on app.destination_recipients for delete to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));

create policy "the service reads" on app.closing_positions for select to feedback_owner using (true);
create policy "the service inserts" on app.closing_positions for insert to feedback_owner with check (true);
create policy "the service updates" on app.closing_positions for update to feedback_owner using (true);
create policy "the service deletes" on app.closing_positions for delete to feedback_owner using (true);

create policy "the service reads" on app.recipient_confirmations for select to feedback_owner using (true);
create policy "the service inserts" on app.recipient_confirmations for insert to feedback_owner with check (true);
create policy "the service updates" on app.recipient_confirmations for update to feedback_owner using (true);
create policy "the service deletes" on app.recipient_confirmations for delete to feedback_owner using (true);

create policy "the service reads" on app.destination_requests for select to feedback_owner using (true);
create policy "the service inserts" on app.destination_requests for insert to feedback_owner with check (true);
create policy "the service updates" on app.destination_requests for update to feedback_owner using (true);
create policy "the service deletes" on app.destination_requests for delete to feedback_owner using (true);
create policy "people see requests to them" on app.destination_requests for select to feedback_person
    using (person_id = (select app.person_id()));
create policy "connections see their requests" on app.destination_requests for select to feedback_agent
    using (connection_id = (select c.id from app.live_connection() c));

create policy "the service reads" on app.slack_authorizations for select to feedback_owner using (true);
create policy "the service inserts" on app.slack_authorizations for insert to feedback_owner with check (true);
create policy "the service updates" on app.slack_authorizations for update to feedback_owner using (true);
create policy "the service deletes" on app.slack_authorizations for delete to feedback_owner using (true);
create policy "owners see theirs" on app.slack_authorizations for select to feedback_person
    using (person_id = (select app.person_id()) and site_id = any(array(select app.sites_for('owner'))));
create policy "owners begin theirs" on app.slack_authorizations for insert to feedback_person
    with check (person_id = (select app.person_id()) and site_id = any(array(select app.sites_for('owner'))));
create policy "owners begin theirs again" on app.slack_authorizations for update to feedback_person
    using (person_id = (select app.person_id()) and site_id = any(array(select app.sites_for('owner'))));
create policy "owners finish theirs" on app.slack_authorizations for delete to feedback_person
    using (person_id = (select app.person_id()) and site_id = any(array(select app.sites_for('owner'))));
