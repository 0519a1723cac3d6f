create or replace function app.export_person(p_site uuid, p_visitor uuid, p_account text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_oldest timestamptz := clock_timestamp() - interval '90 days';
    v_visitors uuid[];
    v_subjects uuid[];
begin
    perform app.require_role(p_site, 'owner');
    perform app.require_assurance('presence', 'exportVisitor', p_site, 'exporting');
    v_visitors := app.find_visitors(p_site, p_visitor, p_account);
    v_subjects := app.find_subjects(p_site, v_visitors, p_account);
    -- Rows past their retention count as deleted; their events and displays are older still.
    v_visitors := array(select k.id from unnest(v_visitors) k (id) where not exists (
        select from app.visitors v where v.site_id = p_site and v.id = k.id and v.last_seen_at < v_oldest));
    v_subjects := array(select s.id from app.subjects s
        where s.site_id = p_site and s.id = any(v_subjects) and s.last_seen_at >= v_oldest);
    return jsonb_build_object(
        'subjects', (select coalesce(jsonb_agg(to_jsonb(s) - 'site_id' order by s.id), '[]') from app.subjects s
            where s.site_id = p_site and s.id = any(v_subjects)),
        'visitors', (select coalesce(jsonb_agg(to_jsonb(v) - 'site_id' - 'key' order by v.id), '[]') from app.visitors v
            where v.site_id = p_site and v.id = any(v_visitors)),
        'visitor_versions', (select coalesce(jsonb_agg(to_jsonb(v) - 'site_id' order by v.visitor_id, v.until), '[]')
            from app.visitor_versions v where v.site_id = p_site and v.visitor_id = any(v_visitors)),
        'events', (select coalesce(jsonb_agg(to_jsonb(e) - 'site_id' order by e.id), '[]') from app.event_details e
            where e.site_id = p_site and e.visitor_id = any(v_visitors)
              and e.id > app.id_from(clock_timestamp() - interval '30 days')),
        'displays', (select coalesce(jsonb_agg(to_jsonb(d) - 'site_id' order by d.id), '[]') from app.displays d
            where d.site_id = p_site and (d.visitor_id = any(v_visitors) or d.subject_id = any(v_subjects))
              and d.reserved_at >= v_oldest),
        'responses', (select coalesce(jsonb_agg(to_jsonb(r) - 'site_id' order by r.display_id), '[]') from app.responses r
            where r.site_id = p_site and (r.visitor_id = any(v_visitors) or r.subject_id = any(v_subjects))),
        'screenshots', (select coalesce(jsonb_agg(to_jsonb(p) - 'site_id' order by p.stored_at), '[]') from app.screenshots p
            where p.site_id = p_site and exists (select from app.responses r
                where r.site_id = p_site and r.display_id = p.display_id
                  and (r.visitor_id = any(v_visitors) or r.subject_id = any(v_subjects)))),
        'deleted_responses', (select coalesce(jsonb_agg(x.response - 'site_id' order by x.display_id), '[]')
            from app.deleted_responses x
            where x.site_id = p_site and (x.visitor_id = any(v_visitors) or x.subject_id = any(v_subjects))));
end $$;
comment on function app.export_person is 'All data about one visitor, or about one account with all its visitors.';
grant execute on function app.export_person to feedback_person;
