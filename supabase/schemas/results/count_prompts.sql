create or replace function app.count_prompts(p_site uuid, p_prompts uuid[])
returns table (prompt_id uuid, displays integer, unconfirmed integer, responses integer, answered integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
    perform app.require_site_access(p_site);
    return query
        select p.id, d.displays, d.unconfirmed, app.count_responses(p_site, p.id), d.answered from unnest(p_prompts) p (id)
        cross join lateral app.count_displays(p_site, p.id) d;
end $$;
comment on function app.count_prompts is 'Counts displays and responses of prompts, for callers who may see the site.';
grant execute on function app.count_prompts to feedback_agent, feedback_person;
