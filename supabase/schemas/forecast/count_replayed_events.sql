create or replace function app.count_replayed_events(p_site uuid, p_subject uuid, p_claim app.pending_claim, p_needed jsonb)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_counts jsonb := '{}';
    v_name text;
    v_days integer;
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_from timestamptz;
    v_first uuid;
    v_after uuid := app.id_from(p_claim.due + interval '1 microsecond');
    v_count integer;
begin
    for v_at in 0..jsonb_array_length(p_needed) - 1 loop
        v_name := p_needed -> v_at ->> 'event';
        v_days := p_needed -> v_at -> 'within_days';
        v_from := p_claim.due - make_interval(days => v_days);
        v_first := app.id_from(greatest(
            v_from, to_timestamp((p_claim.facts -> 'first_seen')::float8) - interval '48 hours'));
        select count(*) into v_count from (
            select from app.visitors v
            cross join lateral (
                select coalesce(max(o.until) filter (where o.subject_id <> v.subject_id), '-infinity') as at
                from app.visitor_versions o where o.site_id = p_site and o.visitor_id = v.id) j
            cross join lateral (
                select from app.events e
                where e.visitor = v.key and e.name_hash = hashtext(v_name) and e.name = v_name and e.site + 0 = v_site
                  and e.id >= v_first and e.id < v_after and e.id <> p_claim.event_id
                  and (v.joined_at <= v_from or e.id >= app.id_from(v.joined_at))
                limit 1000) e
            where v.site_id = p_site and v.subject_id = p_subject
              and (v.id = p_claim.visitor_id or j.at <= p_claim.due and p_claim.joined_at <= p_claim.due)
            limit 1000) counted;
        v_counts := v_counts
            || jsonb_build_object(v_name || '/' || v_days, v_count + (v_name = p_claim.name)::integer);
    end loop;
    return v_counts;
end $$;
comment on function app.count_replayed_events is 'app.count_events for the browsers that belonged to the subject at that time.';
