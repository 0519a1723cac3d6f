create policy "the service reads" on app.prompts for select to feedback_owner using (true);
create policy "the service inserts" on app.prompts for insert to feedback_owner with check (true);
create policy "the service updates" on app.prompts for update to feedback_owner using (true);
create policy "the service deletes" on app.prompts for delete to feedback_owner using (true);
create policy "members see prompts" on app.prompts for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "editors create prompts" on app.prompts for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));
create policy "editors change prompts" on app.prompts for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
create policy "connections see prompts" on app.prompts for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));
create policy "connections create granted prompts" on app.prompts for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('prompt:draft')))
        and created_by = (select app.acting_person()));
-- Every connection that sees a prompt may lock it; the triggers below check what changes.
create policy "connections change granted prompts" on app.prompts for update to feedback_agent
    using (site_id = any(array(select app.connected_sites())))
    with check (site_id = any(array(select app.granted_sites('prompt:draft')))
        or site_id = any(array(select app.granted_sites('prompt:publish'))));

create policy "the service reads" on app.revisions for select to feedback_owner using (true);
create policy "the service inserts" on app.revisions for insert to feedback_owner with check (true);
create policy "the service updates" on app.revisions for update to feedback_owner using (true);
create policy "the service deletes" on app.revisions for delete to feedback_owner using (true);
create policy "members see revisions" on app.revisions for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "editors save revisions" on app.revisions for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));
create policy "connections see revisions" on app.revisions for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));
create policy "connections save granted revisions" on app.revisions for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('prompt:draft')))
        and created_by = (select app.acting_person()));

create policy "the service reads" on app.working_copies for select to feedback_owner using (true);
create policy "the service inserts" on app.working_copies for insert to feedback_owner with check (true);
create policy "the service updates" on app.working_copies for update to feedback_owner using (true);
create policy "the service deletes" on app.working_copies for delete to feedback_owner using (true);
create policy "editors see working copies" on app.working_copies for select to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
create policy "editors create working copies" on app.working_copies for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))));
create policy "editors change working copies" on app.working_copies for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
create policy "editors discard working copies" on app.working_copies for delete to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));

create policy "the service reads" on app.publications for select to feedback_owner using (true);
create policy "the service inserts" on app.publications for insert to feedback_owner with check (true);
create policy "the service updates" on app.publications for update to feedback_owner using (true);
create policy "the service deletes" on app.publications for delete to feedback_owner using (true);
