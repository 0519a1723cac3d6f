-- The life of a prompt. These run with the rights of whoever calls: row-level security decides what they may.
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
create trigger prompts_change_lawfully before update on app.prompts
    for each row execute function app.check_prompt_change();

create function app.note_candidates(p_site uuid, p_names text[]) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.event_names n set foremost = f.foremost, pin = case when f.pinned then n.pin end
    from unnest(p_names) given (name)
    cross join lateral (
        select (array_agg(c.prompt_key order by c.priority desc, c.published_at, c.prompt_id))[1] as foremost,
            bool_or(c.pin <> '') as pinned
        from app.candidates c where c.site_id = p_site and c.event_name = given.name) f
    where n.site_id = p_site and n.name = given.name
      and (n.foremost is distinct from f.foremost or n.pin is not null and f.pinned is not true);
end $$;
comment on function app.note_candidates is 'Keeps beside event names what is to be known of their candidates at once.';

create function app.pin_candidates(p_site uuid, p_prompt uuid, p_names text[], p_pins jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
    -- One property for all prompts of a name, the first that one of them demands: more would cost every event a search.
    update app.event_names n set pin = (select min(k) from jsonb_object_keys(p_pins) k)
    where n.site_id = p_site and n.name = any(p_names) and n.pin is null and p_pins <> '{}';
    update app.candidates c set pin = p_pins ->> n.pin
    from app.event_names n
    where c.site_id = p_site and c.prompt_id = p_prompt and c.event_name = any(p_names)
      and n.site_id = p_site and n.name = c.event_name and p_pins ? n.pin;
end $$;
comment on function app.pin_candidates is 'Lets events find a prompt by the value of a property that it demands.';

create function app.compile_published() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_content jsonb := (select r.content from app.revisions r
        where r.site_id = new.site_id and r.prompt_id = new.id and r.number = new.published_revision);
    v_before text[];
    v_names text[] := '{}';
begin
    -- A definer, because nobody else may write candidates: they are what the published revision says, no more.
    -- The site is locked, so that two publishers agree on which prompt goes first.
    perform from app.sites s where s.id = new.site_id for no key update;
    with gone as (
        delete from app.candidates c where c.site_id = new.site_id and c.prompt_id = new.id returning c.event_name
    )
    select array_agg(event_name) into v_before from gone;
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
        perform app.pin_candidates(new.site_id, new.id, v_names, app.find_pins(v_content -> 'trigger'));
    end if;
    perform app.note_candidates(new.site_id, v_names || v_before);
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
comment on function app.save_revision is 'Freezes a content as the next revision; it must be a valid promptSchema with its defaults filled in.';

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
comment on function app.create_prompt is 'A draft with its first revision; unique_violation when the site has the survey ID already.';

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
    perform app.move_prompt(p_site, p_prompt, 'published', p_revision);
end $$;
comment on function app.publish is 'Makes a revision live: prompt, number and SHA-256 must all be those that were approved.';

create function app.move_prompt(p_site uuid, p_prompt uuid, p_state text, p_revision integer) returns void
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
    perform app.move_prompt(p_site, p_prompt, 'paused', null);
end $$;

create function app.resume(p_site uuid, p_prompt uuid) returns void
language plpgsql set search_path = ''
as $$
begin
    if not exists (select from app.prompts p where p.site_id = p_site and p.id = p_prompt
        and p.state in ('published', 'paused')) then
        raise exception 'Only a paused prompt can be resumed.' using errcode = 'FB409';
    end if;
    perform app.move_prompt(p_site, p_prompt, 'published', null);
end $$;

create function app.archive(p_site uuid, p_prompt uuid) returns void
language plpgsql set search_path = ''
as $$
begin
    perform app.move_prompt(p_site, p_prompt, 'archived', null);
end $$;

grant execute on function app.mint_id, app.content_hash, app.save_revision, app.create_prompt, app.publish, app.move_prompt,
    app.pause, app.resume, app.archive to feedback_person;

reset role;
