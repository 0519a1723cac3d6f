-- Saved filters for a prompt's results, shared by everyone who can see the site. They are deleted with the prompt, not
-- with the person who saved them.
set role feedback_owner;

create table app.saved_filters (
    site_id uuid not null,
    prompt_id uuid not null,
    id uuid not null,
    name text not null,
    filter jsonb not null,
    created_by uuid,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    primary key (site_id, id),
    foreign key (site_id, prompt_id) references app.prompts on delete cascade,
    constraint saved_filter_name_has_1_to_60_characters check (length(name) between 1 and 60),
    constraint filter_is_an_object check (jsonb_typeof(filter) = 'object')
);
comment on table app.saved_filters is 'Filters for a prompt''s results that people saved under a name.';
comment on column app.saved_filters.filter is 'As savedFilterSchema of the contract.';
comment on column app.saved_filters.created_by is 'The person who saved it, who may no longer be a member.';
create unique index saved_filter_name_is_unique_in_its_prompt on app.saved_filters (site_id, prompt_id, lower(name));

alter table app.saved_filters enable row level security;
alter table app.saved_filters force row level security;
create policy "the service reads" on app.saved_filters for select to feedback_owner using (true);
create policy "the service inserts" on app.saved_filters for insert to feedback_owner with check (true);
create policy "the service updates" on app.saved_filters for update to feedback_owner using (true);
create policy "the service deletes" on app.saved_filters for delete to feedback_owner using (true);

grant select on app.saved_filters to feedback_person, feedback_agent;
create policy "members see saved filters" on app.saved_filters for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "connections see saved filters" on app.saved_filters for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));

grant insert (site_id, prompt_id, id, name, filter, created_by) on app.saved_filters to feedback_person, feedback_agent;
create policy "editors save filters" on app.saved_filters for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));
create policy "connections save granted filters" on app.saved_filters for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('prompt:draft')))
        and created_by = (select app.acting_person()));
grant update (name, filter, updated_at) on app.saved_filters to feedback_person, feedback_agent;
create policy "editors change saved filters" on app.saved_filters for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
create policy "connections change granted saved filters" on app.saved_filters for update to feedback_agent
    using (site_id = any(array(select app.connected_sites())))
    with check (site_id = any(array(select app.granted_sites('prompt:draft'))));
grant delete on app.saved_filters to feedback_person, feedback_agent;
create policy "editors delete saved filters" on app.saved_filters for delete to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
create policy "connections delete granted saved filters" on app.saved_filters for delete to feedback_agent
    using (site_id = any(array(select app.granted_sites('prompt:draft'))));

create function app.use_grant_for_saved_filter() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_site uuid := case tg_op when 'DELETE' then old.site_id else new.site_id end;
begin
    perform app.use_grant('prompt:draft', s.workspace_id, s.id, null, null, false) from app.sites s where s.id = v_site;
    return case tg_op when 'DELETE' then old else new end;
end $$;
comment on function app.use_grant_for_saved_filter is 'A connection needs its grant for drafts to save, change and delete filters.';
create trigger a_connection_needs_a_grant before insert or update or delete on app.saved_filters
    for each row execute function app.use_grant_for_saved_filter();

create function app.limit_saved_filters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- Serializes concurrent creators.
    perform from app.prompts p where p.site_id = new.site_id and p.id = new.prompt_id for no key update;
    if (select count(*) from app.saved_filters f where f.site_id = new.site_id and f.prompt_id = new.prompt_id) > 50 then
        raise exception 'A prompt has at most 50 saved filters.' using errcode = 'FB409', hint = 'Delete filters that nobody uses.';
    end if;
    return null;
end $$;
create trigger saved_filters_are_limited after insert on app.saved_filters
    for each row execute function app.limit_saved_filters();

reset role;
