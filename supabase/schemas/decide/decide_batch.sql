create or replace function app.decide_batch(p_calls app.call[])
returns table (event_id uuid, reason app.reason, prompt integer)
language plpgsql stable strict set search_path = ''
as $$
declare
    v_call app.call;
    v_decision app.decision;
    r record;
begin
    for r in
        select c as call, u.account, u.sample_key, u.first_seen_at, u.answer_traits
        from unnest(p_calls) c
        cross join lateral (select * from app.subjects s where s.site_id = c.site_id and s.id = c.subject_id limit 1) u
    loop
        v_call := r.call;
        v_call.account := r.account;
        v_call.sample_key := r.sample_key;
        v_call.first_seen_at := r.first_seen_at;
        if r.answer_traits is not null then
            v_call.traits := app.with_answer_traits(r.answer_traits, v_call.traits, v_call.now);
        end if;
        v_decision := app.decide(v_call, v_call.name, false);
        event_id := v_call.event_id;
        reason := v_decision.reason;
        prompt := v_decision.prompt;
        return next;
    end loop;
end $$;
comment on function app.decide_batch is 'Decides about each of several calls, whose subjects it reads. No rows for null.';
