create or replace function app.group_hash(p_traits jsonb, p_trait text) returns bytea
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    if jsonb_typeof(p_traits -> p_trait) is null or p_traits -> p_trait in ('null', '""') then
        return null;
    end if;
    return sha256(convert_to(p_trait || ' ' || (p_traits -> p_trait)::text, 'UTF8'));
end $$;
comment on function app.group_hash is 'Identifies the group of these traits; null without one, or if the trait is null or empty.';

create or replace function app.group_facts(p_site uuid, p_traits jsonb, p_needed jsonb, p_until timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return (
        select coalesce(jsonb_object_agg(n ->> 'prompt', app.epoch(g.last_at)), '{}')
        from jsonb_array_elements(p_needed) n
        join app.group_displays g on g.site_id = p_site and g.prompt_id = (n ->> 'prompt')::uuid
            and g.group_hash = app.group_hash(p_traits, n ->> 'trait') and g.last_at <= p_until
    );
end $$;
comment on function app.group_facts is 'When prompts were last displayed to a group of the visitor, by prompt; without displays after p_until.';

create or replace function app.check_group(c app.candidates, p_facts jsonb) returns app.reason
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    v_last numeric := p_facts #> array['groups', c.prompt_id::text];
    v_now numeric := p_facts -> 'now';
begin
    -- A time further in the future was stored while the clock was ahead.
    if v_last > v_now - (c.per_group -> 'days')::numeric * 86400 and v_last <= v_now + 60 then
        return 'group_limit';
    end if;
    return null;
end $$;

create or replace function app.consume_group(p_call app.call, p_prompt uuid, p_display uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
    v_limit jsonb := (select c.per_group from app.candidates c
        where c.site_id = p_call.site_id and c.prompt_id = p_prompt and c.event_name = '');
    v_hash bytea;
begin
    if v_limit is null then
        return true;
    end if;
    v_hash := app.group_hash(p_call.traits, v_limit ->> 'trait');
    if v_hash is null then
        return true;
    end if;
    -- Waits for another member of the group, and then sees what that member's call committed.
    insert into app.group_displays as g (site_id, prompt_id, group_hash, display_id, last_at)
    values (p_call.site_id, p_prompt, v_hash, p_display, p_call.now)
    on conflict (site_id, prompt_id, group_hash) do update
    set display_id = excluded.display_id, last_at = excluded.last_at
    where g.last_at <= p_call.now - make_interval(days => (v_limit -> 'days')::integer)
       or g.last_at > p_call.now + interval '1 minute';
    return found;
end $$;
comment on function app.consume_group is
    'Counts a display of the prompt for the visitor''s group, and locks the group until the transaction ends. False if its limit is reached.';

create or replace function app.give_back_group() returns trigger
language plpgsql set search_path = ''
as $$
declare
    v_trait text;
begin
    if new.state in ('postponed', 'released') then
        delete from app.group_displays g where g.site_id = new.site_id and g.display_id = new.id;
        return null;
    end if;
    -- An answer proves that a released display was seen after all, and ends a postponement.
    select r.content #>> '{limits,per_group,trait}' into v_trait from app.revisions r
    where r.site_id = new.site_id and r.prompt_id = new.prompt_id and r.number = new.revision;
    if app.group_hash(new.traits, v_trait) is not null then
        insert into app.group_displays (site_id, prompt_id, group_hash, display_id, last_at)
        values (new.site_id, new.prompt_id, app.group_hash(new.traits, v_trait), new.id, new.reserved_at)
        on conflict (site_id, prompt_id, group_hash) do nothing;
    end if;
    return null;
end $$;
comment on function app.give_back_group is 'No longer counts a display for its group that was released or postponed, and counts it again if it is answered.';
-- Triggers run in the order of their names: groups are locked before what waits.
create trigger give_back_group after update of state on app.displays
for each row when (old.state <> new.state and (old.state in ('postponed', 'released') or new.state in ('postponed', 'released'))) execute function app.give_back_group();

create or replace function app.explain_group(c app.candidates, p_facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_trait text := c.per_group ->> 'trait';
begin
    if c.per_group is null then
        return '[]';
    end if;
    return jsonb_build_array(app.explained_rule('group_limit', app.check_group(c, p_facts) is null, jsonb_build_object(
        'trait', v_trait, 'applies', app.group_hash(p_facts -> 'traits', v_trait) is not null,
        'seconds_ago', (p_facts -> 'now')::numeric - (p_facts #> array['groups', c.prompt_id::text])::numeric,
        'days', c.per_group -> 'days')));
end $$;
comment on function app.explain_group is 'Whether the limit per group allows a display; empty for a prompt without such a limit.';
