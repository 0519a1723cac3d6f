create or replace function app.close_quiet_responses(p_now timestamptz default clock_timestamp(), p_limit integer default 500)
returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_position app.closing_positions;
    v_last record;
    v_count integer;
    v_closed integer := 0;
begin
    for v_position in
        select p.* from app.closing_positions p
        where exists (select from app.destinations d where d.site_id = p.site_id and 'response.closed' = any(d.event_types))
          and exists (
            select from app.responses r where r.site_id = p.site_id
              and (r.updated_at, r.display_id) > (p.updated_at, p.response_id) and r.updated_at <= p_now - interval '10 minutes')
        order by p.site_id for update skip locked
    loop
        with quiet as materialized (
            select r.* from app.responses r
            where r.site_id = v_position.site_id and (r.updated_at, r.display_id) > (v_position.updated_at, v_position.response_id)
              and r.updated_at <= p_now - interval '10 minutes'
            order by r.updated_at, r.display_id limit p_limit
        ),
        closed as (
            insert into app.outbox (site_id, id, response_id, prompt_id, final, type, answers, detail)
            select q.site_id, app.mint_id(p_now), q.display_id, q.prompt_id, false, 'response.closed', q.answers,
                jsonb_build_object('cause', 'unchanged', 'updated_at', q.updated_at)
            from quiet q left join app.displays d on d.site_id = q.site_id and d.id = q.display_id
            -- What was completed, or dismissed after its last change, is closed already.
            where not q.final and (d.dismissed_at is null or d.dismissed_at < q.updated_at) and app.has_answer(q.answers)
            returning 1
        )
        select (select count(*) from closed) as closed, q.updated_at, q.display_id into v_last
        from quiet q order by q.updated_at desc, q.display_id desc limit 1;
        update app.closing_positions p set updated_at = v_last.updated_at, response_id = v_last.display_id
        where p.site_id = v_position.site_id and v_last.display_id is not null;
        v_count := v_last.closed;
        v_closed := v_closed + coalesce(v_count, 0);
    end loop;
    return v_closed;
end $$;
comment on function app.close_quiet_responses is
    'Writes response.closed for responses that are not final and have not changed for ten minutes. Returns how many.';
grant execute on function app.close_quiet_responses to feedback_worker;
