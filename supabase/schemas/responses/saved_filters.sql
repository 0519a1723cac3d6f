create or replace function app.use_grant_for_saved_filter() returns trigger
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

create or replace function app.limit_saved_filters() returns trigger
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
