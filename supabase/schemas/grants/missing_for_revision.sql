create or replace function app.missing_for_revision(p_site uuid, p_prompt uuid, p_revision integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
    -- Security definer: editors approve, too, and only owners see site keys.
    select jsonb_build_object(
        -- Names beyond a full list are stored without a row.
        'events', case when (select s.listed_names from app.sites s where s.id = r.site_id) >= 500 then '[]' else coalesce((
                select jsonb_agg(e.name order by e.at)
                from jsonb_array_elements_text(r.content #> '{trigger,events}') with ordinality e (name, at)
                where not exists (select from app.event_names n
                    where n.site_id = r.site_id and n.name = e.name and n.first_seen_at is not null)), '[]') end,
        'site_key', coalesce(r.content #>> '{trigger,source}' = 'backend', false)
            and not exists (select from app.site_keys k where k.site_id = r.site_id and k.revoked_at is null))
    from app.revisions r
    where r.site_id = p_site and r.prompt_id = p_prompt and r.number = p_revision
      and (app.is_member(app.person_id(), p_site, 'viewer') or p_site in (select app.connected_sites()))
$$;
comment on function app.missing_for_revision is
    'What the site lacks for a revision to be displayed: trigger events that were never reported, and a site key for an event of the backend. Null for others than those who see the site.';
grant execute on function app.missing_for_revision to feedback_agent, feedback_person;
