create policy "the service reads" on app.workspaces for select to feedback_owner using (true);
create policy "the service inserts" on app.workspaces for insert to feedback_owner with check (true);
create policy "the service updates" on app.workspaces for update to feedback_owner using (true);
create policy "the service deletes" on app.workspaces for delete to feedback_owner using (true);
create policy "members see their workspaces" on app.workspaces for select to feedback_person
    using (id = any(array(select app.workspaces_for('viewer'))));
create policy "owners rename their workspaces" on app.workspaces for update to feedback_person
    using (id = any(array(select app.workspaces_for('owner'))));
create policy "connections see their person's workspaces" on app.workspaces for select to feedback_agent
    using (id = any(array(select app.connected_workspaces())));

create policy "the service reads" on app.invitations for select to feedback_owner using (true);
create policy "the service inserts" on app.invitations for insert to feedback_owner with check (true);
create policy "the service updates" on app.invitations for update to feedback_owner using (true);
create policy "the service deletes" on app.invitations for delete to feedback_owner using (true);
create policy "owners see invitations" on app.invitations for select to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('owner'))));
create policy "owners invite" on app.invitations for insert to feedback_person
    with check (workspace_id = any(array(select app.workspaces_for('owner')))
        and created_by = (select app.person_id()));
create policy "owners withdraw invitations" on app.invitations for delete to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('owner'))));
