create or replace function app.experiment_run(p_site uuid, p_prompt uuid, out since timestamptz, out is_first boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_key text;
begin
    perform app.require_site_access(p_site);
    select r.content #>> '{experiment,key}' into v_key
    from app.prompts p
    join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p.published_revision
    where p.site_id = p_site and p.id = p_prompt;
    with live as (
        select l.at, r.content #>> '{experiment,key}' as key
        from app.publications l
        join app.revisions r on r.site_id = l.site_id and r.prompt_id = l.prompt_id and r.number = l.revision
        where l.site_id = p_site and l.prompt_id = p_prompt
    ), other as (
        select max(o.at) as until, coalesce(bool_or(o.key is not null), false) as is_experiment
        from live o where o.key is distinct from v_key
    )
    select min(l.at), not o.is_experiment into since, is_first
    from other o left join live l on l.key = v_key and l.at > coalesce(o.until, '-infinity')
    group by o.is_experiment;
end $$;
comment on function app.experiment_run is
    'Since when revisions with the experiment of the published one have been live, and whether no other experiment was before. A security definer, because publications are readable to no one.';
grant execute on function app.experiment_run to feedback_agent, feedback_person;
