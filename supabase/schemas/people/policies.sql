create policy "the service reads" on app.erasures for select to feedback_owner using (true);
create policy "the service inserts" on app.erasures for insert to feedback_owner with check (true);
create policy "the service updates" on app.erasures for update to feedback_owner using (true);
create policy "the service deletes" on app.erasures for delete to feedback_owner using (true);
create policy "owners see receipts" on app.erasures for select to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));

create policy "the service reads" on app.people for select to feedback_owner using (true);
create policy "the service inserts" on app.people for insert to feedback_owner with check (true);
create policy "the service deletes" on app.people for delete to feedback_owner using (true);
-- Members see each other: this reads app.members as the caller.
create policy "people see their name and that of members" on app.people for select to feedback_person
    using (person_id = (select app.person_id()) or exists (select from app.members m where m.person_id = people.person_id));
create policy "connections see the name of their person" on app.people for select to feedback_agent
    using (exists (select from app.members m where m.person_id = people.person_id));
create policy "people choose their name" on app.people for insert to feedback_person
    with check (person_id = (select app.person_id()));
create policy "people change their name" on app.people for update to feedback_person
    using (person_id = (select app.person_id()));
create policy "people remove their name" on app.people for delete to feedback_person
    using (person_id = (select app.person_id()));
