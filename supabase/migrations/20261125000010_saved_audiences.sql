-- Saved audiences: a rule with a key and numbered versions. A revision contains the rule of the version that it names,
-- so a decision never reads these tables, and a new version changes nothing that is published.
set role feedback_owner;

create table app.audiences (
    site_id uuid not null references app.sites on delete cascade,
    key text not null,
    name text not null,
    created_by uuid,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    archived_at timestamptz,
    constraint audience_key_is_unique_in_its_site primary key (site_id, key),
    constraint audience_key_has_its_form check (key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
    constraint name_has_1_to_120_characters check (length(name) between 1 and 120)
);
comment on table app.audiences is 'Saved audiences of a site. Their rules are in app.audience_versions.';
comment on column app.audiences.key is 'The key by which prompts refer to it. It never changes, and cannot be used again after the audience is archived.';

create table app.audience_versions (
    site_id uuid not null,
    audience_key text not null,
    number integer not null,
    rule jsonb not null,
    created_by uuid,
    created_at timestamptz not null default now(),
    -- No role may insert this column, so it always has the default.
    created_with text default app.connection_name(),
    primary key (site_id, audience_key, number),
    foreign key (site_id, audience_key) references app.audiences on delete cascade,
    constraint number_counts_from_1 check (number >= 1),
    constraint rule_is_an_object check (jsonb_typeof(rule) = 'object')
);
comment on table app.audience_versions is 'The rule of each version of a saved audience, immutable once saved.';
comment on column app.audience_versions.rule is 'As audienceSchema of the contract.';
comment on column app.audience_versions.created_with is 'Name at that time of the connection that saved the version; null for a person.';

-- Finds the prompts that ever used an audience.
create index revisions_saved_audience on app.revisions (site_id, (content #>> '{audience,saved}'))
    where content #> '{audience,saved}' is not null;

alter table app.audiences enable row level security;
alter table app.audiences force row level security;
alter table app.audience_versions enable row level security;
alter table app.audience_versions force row level security;
create policy "the service reads" on app.audiences for select to feedback_owner using (true);
create policy "the service inserts" on app.audiences for insert to feedback_owner with check (true);
create policy "the service updates" on app.audiences for update to feedback_owner using (true);
create policy "the service deletes" on app.audiences for delete to feedback_owner using (true);
create policy "the service reads" on app.audience_versions for select to feedback_owner using (true);
create policy "the service inserts" on app.audience_versions for insert to feedback_owner with check (true);
create policy "the service updates" on app.audience_versions for update to feedback_owner using (true);
create policy "the service deletes" on app.audience_versions for delete to feedback_owner using (true);

grant select on app.audiences, app.audience_versions to feedback_person, feedback_agent;
create policy "members see audiences" on app.audiences for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "members see versions of audiences" on app.audience_versions for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "connections see audiences" on app.audiences for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));
create policy "connections see versions of audiences" on app.audience_versions for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));

grant insert (site_id, key, name, created_by) on app.audiences to feedback_person, feedback_agent;
create policy "editors create audiences" on app.audiences for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));
create policy "connections create granted audiences" on app.audiences for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('prompt:draft')))
        and created_by = (select app.acting_person()));
grant insert (site_id, audience_key, number, rule, created_by) on app.audience_versions to feedback_person, feedback_agent;
create policy "editors save versions of audiences" on app.audience_versions for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));
create policy "connections save granted versions of audiences" on app.audience_versions for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('prompt:draft')))
        and created_by = (select app.acting_person()));
grant update (name, archived_at) on app.audiences to feedback_person, feedback_agent;
create policy "editors change audiences" on app.audiences for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
-- Same as for prompts: every connection that can see an audience may lock it.
create policy "connections change granted audiences" on app.audiences for update to feedback_agent
    using (site_id = any(array(select app.connected_sites())))
    with check (site_id = any(array(select app.granted_sites('prompt:draft'))));

create function app.reject_audience_version_update() returns trigger
language plpgsql set search_path = ''
as $$
begin
    raise exception 'A version of an audience never changes; save a new one.' using errcode = 'FB409';
end $$;
create trigger audience_versions_are_immutable before update on app.audience_versions
    for each row execute function app.reject_audience_version_update();

create function app.check_new_audience() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- Serializes concurrent creators.
    perform from app.sites s where s.id = new.site_id for no key update;
    if (select count(*) from app.audiences a where a.site_id = new.site_id and a.archived_at is null) > 200 then
        raise exception 'A site has at most 200 saved audiences.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger audiences_are_limited after insert on app.audiences
    for each row execute function app.check_new_audience();

create function app.list_audience_uses(p_site uuid, p_audience text)
returns table (
    prompt_id uuid, survey_id text, name text, state text, latest_revision integer, latest_version integer,
    published_revision integer, published_version integer)
language sql stable set search_path = ''
as $$
    with named as (
        select distinct r.prompt_id from app.revisions r
        where r.site_id = p_site and r.content #>> '{audience,saved}' = p_audience and r.content #> '{audience,saved}' is not null
    )
    select * from (
        select p.id, p.survey_id, r.content ->> 'name', p.state, r.number,
            case when r.content #>> '{audience,saved}' = p_audience then (r.content #>> '{audience,version}')::integer end as latest,
            p.published_revision,
            case when live.content #>> '{audience,saved}' = p_audience then (live.content #>> '{audience,version}')::integer end as published
        from named
        join app.prompts p on p.site_id = p_site and p.id = named.prompt_id
        cross join lateral (
            select v.number, v.content from app.revisions v
            where v.site_id = p.site_id and v.prompt_id = p.id order by v.number desc limit 1) r
        left join app.revisions live on live.site_id = p.site_id and live.prompt_id = p.id
            and live.number = p.published_revision
        where p.state <> 'archived'
    ) u where u.latest is not null or u.published is not null
    order by u.survey_id
$$;
comment on function app.list_audience_uses is
    'Prompts whose latest or published revision uses a saved audience, except archived ones. Runs with the rights of the caller.';

create function app.check_audience_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_prompts text;
begin
    if old.archived_at is not null then
        raise exception 'An archived audience stays as it is.' using errcode = 'FB409';
    elsif new.archived_at is not null then
        -- Its row is locked by this update, and app.check_saved_audience waits for it before a revision names it.
        select string_agg(u.survey_id, ', ') into v_prompts
        from app.list_audience_uses(old.site_id, old.key) u;
        if v_prompts is not null then
            raise exception 'Prompts use this audience: %.', v_prompts using errcode = 'FB409',
                hint = 'Archive these prompts, or publish revisions with another audience, first.';
        end if;
    end if;
    new.updated_at := clock_timestamp();
    return new;
end $$;
create trigger audiences_change_validly before update on app.audiences
    for each row execute function app.check_audience_change();

-- Changing an audience is like saving a draft.
create trigger a_connection_needs_a_grant before insert on app.audiences
    for each row execute function app.use_grant_for_draft();
create trigger a_connection_needs_a_grant before insert on app.audience_versions
    for each row execute function app.use_grant_for_draft();
-- Its name sorts after audiences_change_validly: an invalid change must not request an approval.
create trigger audiences_need_a_grant before update on app.audiences
    for each row execute function app.use_grant_for_draft();

create function app.save_audience_version(p_site uuid, p_audience text, p_rule jsonb) returns integer
language sql set search_path = ''
as $$
    insert into app.audience_versions as v (site_id, audience_key, number, rule, created_by)
    select p_site, p_audience, 1 + coalesce(max(o.number), 0), p_rule, app.acting_person()
    from app.audience_versions o where o.site_id = p_site and o.audience_key = p_audience
    returning v.number
$$;
comment on function app.save_audience_version is
    'Saves a rule as the next version of an audience, whose row must be locked. The rule must be valid by audienceSchema.';

create function app.audience_rule(p_content jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
    select case when p_content #> '{audience,saved}' is null then p_content -> 'audience'
        else p_content #> '{audience,rule}' end
$$;
comment on function app.audience_rule is 'The rule of a prompt''s audience: its own, or that of the saved audience that it names; null for everyone.';

create function app.check_saved_audience() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_named jsonb := new.content -> 'audience';
    v_rule jsonb;
begin
    if v_named -> 'saved' is null then
        return new;
    end if;
    -- Waits if the audience is being archived, and then no longer finds it.
    perform from app.audiences a
    where a.site_id = new.site_id and a.key = v_named ->> 'saved' and a.archived_at is null for share;
    if not found then
        raise exception 'The site has no saved audience "%".', v_named ->> 'saved' using errcode = 'FB409';
    end if;
    select v.rule into v_rule from app.audience_versions v
    where v.site_id = new.site_id and v.audience_key = v_named ->> 'saved' and v.number = (v_named ->> 'version')::integer;
    if v_rule is distinct from v_named -> 'rule' then
        raise exception 'A revision holds the rule of the version of the saved audience that it names.' using errcode = 'FB409';
    end if;
    return new;
end $$;
comment on function app.check_saved_audience is
    'A revision that names a saved audience must contain exactly the rule of that version, because this rule is what people approve and what is compiled.';
-- Its name sorts after a_connection_needs_a_grant: what the caller may do is checked first.
create trigger revisions_hold_the_rule_of_their_audience before insert on app.revisions
    for each row execute function app.check_saved_audience();

grant execute on function app.list_audience_uses, app.save_audience_version to feedback_person, feedback_agent;

reset role;
