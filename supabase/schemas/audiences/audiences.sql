create or replace function app.reject_audience_version_update() returns trigger
language plpgsql set search_path = ''
as $$
begin
    raise exception 'A version of an audience never changes; save a new one.' using errcode = 'FB409';
end $$;
create trigger audience_versions_are_immutable before update on app.audience_versions
    for each row execute function app.reject_audience_version_update();

create or replace function app.check_new_audience() returns trigger
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

create or replace function app.list_audience_uses(p_site uuid, p_audience text)
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
grant execute on function app.list_audience_uses to feedback_agent, feedback_person;

create or replace function app.check_audience_change() returns trigger
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

create or replace function app.save_audience_version(p_site uuid, p_audience text, p_rule jsonb) returns integer
language sql set search_path = ''
as $$
    insert into app.audience_versions as v (site_id, audience_key, number, rule, created_by)
    select p_site, p_audience, 1 + coalesce(max(o.number), 0), p_rule, app.acting_person()
    from app.audience_versions o where o.site_id = p_site and o.audience_key = p_audience
    returning v.number
$$;
comment on function app.save_audience_version is
    'Saves a rule as the next version of an audience, whose row must be locked. The rule must be valid by audienceSchema.';
grant execute on function app.save_audience_version to feedback_agent, feedback_person;

create or replace function app.audience_rule(p_content jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
    select case when p_content #> '{audience,saved}' is null then p_content -> 'audience'
        else p_content #> '{audience,rule}' end
$$;
comment on function app.audience_rule is 'The rule of a prompt''s audience: its own, or that of the saved audience that it names; null for everyone.';

create or replace function app.check_saved_audience() returns trigger
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
