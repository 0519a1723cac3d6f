create or replace function app.refresh_event_names(p_site uuid, p_names text[]) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.event_names n set top_candidate = f.top_candidate,
        index_property = case when f.is_indexed then n.index_property end
    from unnest(p_names) given (name)
    cross join lateral (
        select (array_agg(c.prompt_key order by c.priority desc, c.published_at, c.prompt_id))[1] as top_candidate,
            bool_or(c.index_value <> '') as is_indexed
        from app.candidates c where c.site_id = p_site and c.event_name = given.name) f
    where n.site_id = p_site and n.name = given.name
      and (n.top_candidate is distinct from f.top_candidate or n.index_property is not null and f.is_indexed is not true);
end $$;
comment on function app.refresh_event_names is 'Updates top candidate and index property of event names after their candidates changed.';

create or replace function app.set_index_values(p_site uuid, p_prompt uuid, p_names text[], p_values jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
    -- One property per name, the first that a prompt required: more would cost every event a search each.
    update app.event_names n set index_property = (select min(k) from jsonb_object_keys(p_values) k)
    where n.site_id = p_site and n.name = any(p_names) and n.index_property is null and p_values <> '{}';
    update app.candidates c set index_value = p_values ->> n.index_property
    from app.event_names n
    where c.site_id = p_site and c.prompt_id = p_prompt and c.event_name = any(p_names)
      and n.site_id = p_site and n.name = c.event_name and p_values ? n.index_property;
end $$;
comment on function app.set_index_values is 'Sets the index value of a prompt''s candidates: the value that it requires of the name''s index property.';

create or replace function app.compile_published() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_content jsonb := (select r.content from app.revisions r
        where r.site_id = new.site_id and r.prompt_id = new.id and r.number = new.published_revision);
    v_before text[];
    v_names text[] := '{}';
begin
    -- A security definer, because only this trigger may write candidates. The site is locked so that concurrent
    -- publishers agree on the top candidate.
    perform from app.sites s where s.id = new.site_id for no key update;
    with deleted as (
        delete from app.candidates c where c.site_id = new.site_id and c.prompt_id = new.id returning c.event_name
    )
    select array_agg(event_name) into v_before from deleted;
    if new.state = 'published' then
        if (select count(*) from app.candidates c where c.site_id = new.site_id and c.event_name = '') >= 10000 then
            raise exception 'A site has at most 10,000 published prompts.' using errcode = 'FB409';
        end if;
        v_names := array(select distinct jsonb_array_elements_text(v_content #> '{trigger,events}') order by 1);
        -- In FROM: `(f(x)).*` would compile once for each column.
        insert into app.candidates
        select c.* from unnest(array_append(v_names, '')) name
        cross join app.compile_content(new.site_id, new.id, new.published_revision, new.published_at, name, v_content) c;
        update app.candidates c set prompt_key = new.key where c.site_id = new.site_id and c.prompt_id = new.id;
        -- The events that prevent or withdraw the prompt are captured too.
        insert into app.event_names as n (site_id, name, registered)
        select new.site_id, name, true from (
            select unnest(v_names)
            union select jsonb_array_elements_text(v_content #> '{trigger,unless,events}')
            union select jsonb_array_elements_text(v_content #> '{trigger,cancel_events}')
            order by 1) given (name)
        on conflict (site_id, name) do update set registered = true where not n.registered;
        perform app.set_index_values(new.site_id, new.id, v_names, app.find_index_values(v_content -> 'trigger'));
        if new.published_revision is distinct from old.published_revision then
            perform app.open_budget(new.site_id, new.id, (select r.content -> 'budget' from app.revisions r
                where r.site_id = old.site_id and r.prompt_id = old.id and r.number = old.published_revision),
                v_content -> 'budget');
        end if;
    end if;
    perform app.refresh_event_names(new.site_id, v_names || v_before);
    return null;
end $$;
create trigger candidates_follow_their_prompt after update of state, published_revision on app.prompts
    for each row execute function app.compile_published();
