create or replace function app.save_revision(p_site uuid, p_prompt uuid, p_content jsonb, out number integer, out sha256 text)
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
grant execute on function app.save_revision to feedback_agent, feedback_person;

create or replace function app.create_prompt(
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
grant execute on function app.create_prompt to feedback_person;

create or replace function app.publish(p_site uuid, p_prompt uuid, p_revision integer, p_sha256 text) returns void
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
grant execute on function app.publish to feedback_agent, feedback_person;

create or replace function app.set_prompt_state(p_site uuid, p_prompt uuid, p_state text, p_revision integer) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.prompts p set state = p_state, published_revision = coalesce(p_revision, p.published_revision)
    where p.site_id = p_site and p.id = p_prompt;
    if not found then
        raise exception 'There is no such prompt.' using errcode = 'FB404';
    end if;
end $$;
grant execute on function app.set_prompt_state to feedback_agent, feedback_person;

create or replace function app.pause(p_site uuid, p_prompt uuid) returns void
language plpgsql set search_path = ''
as $$
begin
    if not exists (select from app.prompts p where p.site_id = p_site and p.id = p_prompt
        and p.state in ('published', 'paused')) then
        raise exception 'Only a published prompt can be paused.' using errcode = 'FB409';
    end if;
    perform app.set_prompt_state(p_site, p_prompt, 'paused', null);
end $$;
grant execute on function app.pause to feedback_agent, feedback_person;

create or replace function app.resume(p_site uuid, p_prompt uuid) returns void
language plpgsql set search_path = ''
as $$
begin
    if not exists (select from app.prompts p where p.site_id = p_site and p.id = p_prompt
        and p.state in ('published', 'paused')) then
        raise exception 'Only a paused prompt can be resumed.' using errcode = 'FB409';
    end if;
    perform app.set_prompt_state(p_site, p_prompt, 'published', null);
end $$;
grant execute on function app.resume to feedback_agent, feedback_person;

create or replace function app.archive(p_site uuid, p_prompt uuid) returns void
language plpgsql set search_path = ''
as $$
begin
    perform app.set_prompt_state(p_site, p_prompt, 'archived', null);
end $$;
grant execute on function app.archive to feedback_agent, feedback_person;

create trigger publishing_needs_presence after update of state, published_revision on app.prompts
    for each row when (new.state = 'published'
        and (old.state <> 'published' or new.published_revision is distinct from old.published_revision))
    execute function app.check_assurance('presence', 'publishPrompt resumePrompt', 'publishing');
