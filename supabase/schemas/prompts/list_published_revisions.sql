create or replace function app.list_published_revisions(p_site uuid, p_prompt uuid) returns integer[]
language plpgsql stable security definer set search_path = ''
as $$
begin
    perform app.require_site_access(p_site);
    return array(
        select l.revision from app.publications l
        where l.site_id = p_site and l.prompt_id = p_prompt and l.revision is not null
        union
        select p.published_revision from app.prompts p
        where p.site_id = p_site and p.id = p_prompt and p.published_revision is not null);
end $$;
comment on function app.list_published_revisions is
    'The revisions of a prompt that visitors may have seen, for callers who may see the site: not its drafts.';
grant execute on function app.list_published_revisions to feedback_agent, feedback_person;
