-- Triggers use the grants, so that no statement can omit that. They are security definers, because they run for people, too.
create or replace function app.use_grant_for_site() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    perform app.lock_memberships(c.person_id) from app.live_connection() c;
    perform app.use_grant('site:create', new.workspace_id, null, null, null, true, new.name);
    return new;
end $$;
create trigger a_connection_needs_a_grant before insert on app.sites
    for each row execute function app.use_grant_for_site();

create or replace function app.use_grant_for_draft() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    perform app.use_grant('prompt:draft', s.workspace_id, s.id, null, null, false)
    from app.sites s where s.id = new.site_id;
    return new;
end $$;
create trigger a_connection_needs_a_grant before insert on app.prompts
    for each row execute function app.use_grant_for_draft();
create trigger a_connection_needs_a_grant before insert on app.revisions
    for each row execute function app.use_grant_for_draft();
-- Changing an audience is like saving a draft.
create trigger a_connection_needs_a_grant before insert on app.audiences
    for each row execute function app.use_grant_for_draft();
create trigger a_connection_needs_a_grant before insert on app.audience_versions
    for each row execute function app.use_grant_for_draft();
-- Its name sorts after audiences_change_validly: an invalid change must not request an approval.
create trigger audiences_need_a_grant before update on app.audiences
    for each row execute function app.use_grant_for_draft();

create or replace function app.use_grant_for_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_workspace uuid := (select s.workspace_id from app.sites s where s.id = new.site_id);
begin
    if new.survey_id <> old.survey_id then
        perform app.use_grant('prompt:draft', v_workspace, new.site_id, null, null, false);
    end if;
    if new.published_revision is distinct from old.published_revision or old.state = 'draft' and new.state = 'published' then
        perform app.use_grant('prompt:publish', v_workspace, new.site_id, new.id, new.published_revision, true);
    elsif new.state = 'published' and old.state <> 'published' then
        begin
            perform app.use_grant('prompt:publish', v_workspace, new.site_id, new.id, null, true);
        exception when sqlstate 'FB402' then
            perform app.use_grant('prompt:publish', v_workspace, new.site_id, new.id, new.published_revision, true);
        end;
    end if;
    -- Also beside another revision: a grant for that allows no more.
    if new.state <> old.state and new.state <> 'published' then
        perform app.use_grant('prompt:publish', v_workspace, new.site_id, new.id, null, true);
    end if;
    return new;
end $$;
comment on function app.use_grant_for_change is
    'Publishing needs a grant for exactly that revision, pausing and archiving one for the prompt; for resuming, either suffices.';
-- Its name sorts after prompts_change_state_validly: an invalid change must not request an approval.
create trigger prompts_need_a_grant before update on app.prompts
    for each row execute function app.use_grant_for_change();
