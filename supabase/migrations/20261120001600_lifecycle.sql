-- States of a prompt. These functions run with the rights of the caller, so row-level security applies.
set role feedback_owner;

create function app.check_prompt_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
    if old.state = 'archived' and new.state <> 'archived' then
        raise exception 'An archived prompt stays archived.' using errcode = 'FB409';
    elsif new.state = 'draft' and old.state <> 'draft' then
        raise exception 'A published prompt does not become a draft again.' using errcode = 'FB409';
    elsif new.survey_id <> old.survey_id and old.published_revision is not null then
        raise exception 'The survey ID of a published prompt cannot change; apps call it by that name.'
            using errcode = 'FB409';
    end if;
    if new.state = 'published' and new.published_at is null then
        new.published_at := clock_timestamp();
    end if;
    new.updated_at := clock_timestamp();
    return new;
end $$;
create trigger prompts_change_state_validly before update on app.prompts
    for each row execute function app.check_prompt_change();

create function app.refresh_event_names(p_site uuid, p_names text[]) returns void
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

create function app.set_index_values(p_site uuid, p_prompt uuid, p_names text[], p_values jsonb) returns void
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

create function app.compile_published() returns trigger
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
        insert into app.candidates
        select (app.compile_content(new.site_id, new.id, new.published_revision, new.published_at, name, v_content)).*
        from unnest(array_append(v_names, '')) name;
        update app.candidates c set prompt_key = new.key where c.site_id = new.site_id and c.prompt_id = new.id;
        insert into app.event_names as n (site_id, name, registered) select new.site_id, name, true from unnest(v_names) name
        on conflict (site_id, name) do update set registered = true where not n.registered;
        perform app.set_index_values(new.site_id, new.id, v_names, app.find_index_values(v_content -> 'trigger'));
    end if;
    perform app.refresh_event_names(new.site_id, v_names || v_before);
    return null;
end $$;
create trigger candidates_follow_their_prompt after update of state, published_revision on app.prompts
    for each row execute function app.compile_published();

create function app.save_revision(p_site uuid, p_prompt uuid, p_content jsonb, out number integer, out sha256 text)
language plpgsql set search_path = ''
as $$
declare
    v_survey_id text;
begin
    select p.survey_id into v_survey_id from app.prompts p
    where p.site_id = p_site and p.id = p_prompt for update;
    if not found then
        raise exception 'There is no such prompt.' using errcode = 'FB404';
    end if;
    if v_survey_id <> p_content ->> 'survey_id' then
        update app.prompts p set survey_id = p_content ->> 'survey_id' where p.site_id = p_site and p.id = p_prompt;
    end if;
    insert into app.revisions as r (site_id, prompt_id, number, content, created_by)
    values (p_site, p_prompt,
        1 + coalesce((select max(o.number) from app.revisions o where o.site_id = p_site and o.prompt_id = p_prompt), 0),
        p_content, app.acting_person())
    returning r.number, r.sha256 into number, sha256;
end $$;
comment on function app.save_revision is 'Saves a content as the next revision. It must be valid by promptSchema, with its defaults filled in.';

create function app.create_prompt(
    p_site uuid, p_content jsonb, out prompt_id uuid, out number integer, out sha256 text)
language plpgsql set search_path = ''
as $$
begin
    prompt_id := app.mint_id();
    insert into app.prompts (site_id, id, survey_id, created_by)
    values (p_site, prompt_id, p_content ->> 'survey_id', app.acting_person());
    select s.number, s.sha256 into number, sha256 from app.save_revision(p_site, prompt_id, p_content) s;
end $$;
comment on function app.create_prompt is 'Creates a draft with its first revision. Raises unique_violation if the site has the survey ID already.';

create function app.publish(p_site uuid, p_prompt uuid, p_revision integer, p_sha256 text) returns void
language plpgsql set search_path = ''
as $$
begin
    if not exists (
        select from app.revisions r
        where r.site_id = p_site and r.prompt_id = p_prompt and r.number = p_revision and r.sha256 = p_sha256)
    then
        raise exception 'There is no such revision with this content.' using errcode = 'FB404';
    end if;
    perform app.set_prompt_state(p_site, p_prompt, 'published', p_revision);
end $$;
comment on function app.publish is 'Publishes a revision. Prompt, number and SHA-256 must be those that were approved.';

create function app.set_prompt_state(p_site uuid, p_prompt uuid, p_state text, p_revision integer) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.prompts p set state = p_state, published_revision = coalesce(p_revision, p.published_revision)
    where p.site_id = p_site and p.id = p_prompt;
    if not found then
        raise exception 'There is no such prompt.' using errcode = 'FB404';
    end if;
end $$;

create function app.pause(p_site uuid, p_prompt uuid) returns void
language plpgsql set search_path = ''
as $$
begin
    if not exists (select from app.prompts p where p.site_id = p_site and p.id = p_prompt
        and p.state in ('published', 'paused')) then
        raise exception 'Only a published prompt can be paused.' using errcode = 'FB409';
    end if;
    perform app.set_prompt_state(p_site, p_prompt, 'paused', null);
end $$;

create function app.resume(p_site uuid, p_prompt uuid) returns void
language plpgsql set search_path = ''
as $$
begin
    if not exists (select from app.prompts p where p.site_id = p_site and p.id = p_prompt
        and p.state in ('published', 'paused')) then
        raise exception 'Only a paused prompt can be resumed.' using errcode = 'FB409';
    end if;
    perform app.set_prompt_state(p_site, p_prompt, 'published', null);
end $$;

create function app.archive(p_site uuid, p_prompt uuid) returns void
language plpgsql set search_path = ''
as $$
begin
    perform app.set_prompt_state(p_site, p_prompt, 'archived', null);
end $$;

grant execute on function app.mint_id, app.content_hash, app.save_revision, app.create_prompt, app.publish, app.set_prompt_state,
    app.pause, app.resume, app.archive to feedback_person;

reset role;
