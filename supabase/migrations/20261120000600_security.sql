set role feedback_owner;

-- Enables and forces row-level security on every table, with one policy per operation for the owner of definer functions.
do $$
declare
    v_table text;
begin
    for v_table in
        select c.relname from pg_catalog.pg_class c
        where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') order by 1
    loop
        execute format('alter table app.%I enable row level security', v_table);
        execute format('alter table app.%I force row level security', v_table);
        execute format('create policy "the service reads" on app.%I for select to feedback_owner using (true)', v_table);
        execute format('create policy "the service inserts" on app.%I for insert to feedback_owner with check (true)', v_table);
        execute format('create policy "the service updates" on app.%I for update to feedback_owner using (true)', v_table);
        execute format('create policy "the service deletes" on app.%I for delete to feedback_owner using (true)', v_table);
    end loop;
end $$;

grant select on app.workspaces, app.members, app.sites, app.event_names, app.event_counts, app.counted_days,
    app.dropped_events, app.prompts, app.revisions, app.subjects, app.visitors, app.events, app.displays,
    app.responses, app.erasures
    to feedback_person;
-- Everything but the key itself.
grant select (site_id, kid, alg, status, created_at, last_used_at) on app.proof_keys to feedback_person;

create policy "members see their workspaces" on app.workspaces for select to feedback_person
    using (id = any(array(select app.workspaces_for('viewer'))));
create policy "members see each other" on app.members for select to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('viewer'))));
create policy "members see their sites" on app.sites for select to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('viewer'))));
create policy "owners see proof keys" on app.proof_keys for select to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));
create policy "members see event names" on app.event_names for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "members see event counts" on app.event_counts for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "members see counted days" on app.counted_days for select to feedback_person
    using (exists (select app.workspaces_for('viewer')));
create policy "members see dropped events" on app.dropped_events for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "members see prompts" on app.prompts for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "members see revisions" on app.revisions for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "members see the subjects of 90 days" on app.subjects for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))) and last_seen_at >= now() - interval '90 days');
create policy "members see the visitors of 90 days" on app.visitors for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))) and last_seen_at >= now() - interval '90 days');
create policy "members see the events of 30 days" on app.events for select to feedback_person
    using (site = any(array(select app.site_keys_for('viewer')))
        and id > (select app.id_from(now() - interval '30 days')));
create policy "members see the displays of 90 days" on app.displays for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))) and reserved_at >= now() - interval '90 days');
create policy "members see responses" on app.responses for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "owners see receipts" on app.erasures for select to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));

-- What people may write: only the granted columns.
grant update (name, settings) on app.sites to feedback_person;
create policy "owners change their sites" on app.sites for update to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('owner'))));

grant insert (site_id, kid, alg, sealed) on app.proof_keys to feedback_person;
create policy "owners add proof keys" on app.proof_keys for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('owner'))));
grant update (status) on app.proof_keys to feedback_person;
create policy "owners rotate proof keys" on app.proof_keys for update to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));
grant delete on app.proof_keys to feedback_person;
create policy "owners remove proof keys" on app.proof_keys for delete to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));

grant insert (site_id, name, registered) on app.event_names to feedback_person;
create policy "editors register event names" on app.event_names for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))));
grant update (registered, ignored) on app.event_names to feedback_person;
create policy "editors change event names" on app.event_names for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));

grant insert (site_id, id, survey_id, created_by) on app.prompts to feedback_person;
create policy "editors create prompts" on app.prompts for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));
grant update (survey_id, state, published_revision, updated_at) on app.prompts to feedback_person;
create policy "editors change prompts" on app.prompts for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));

grant insert (site_id, prompt_id, number, content, created_by) on app.revisions to feedback_person;
create policy "editors save revisions" on app.revisions for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));

reset role;
