-- States of a prompt. These functions run with the rights of the caller, so row-level security applies.
create or replace function app.check_prompt_change() returns trigger
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
