create or replace function app.has_answer(p_answers jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return jsonb_path_exists(p_answers,
        '$.* ? (@.type() != "null" && !(@.type() == "string" && !(@ like_regex "\\S")))');
end $$;
comment on function app.has_answer is 'Whether at least one answer is neither null nor blank.';
grant execute on function app.has_answer to feedback_agent, feedback_person;

create or replace function app.lock_display(site uuid, display uuid) returns app.displays
language plpgsql volatile set search_path = ''
as $$
declare
    v_display app.displays;
begin
    for v_attempt in 1..5 loop
        select * into v_display from app.displays d where d.site_id = site and d.id = display;
        if not found then
            return null;
        end if;
        -- A concurrent sign-in may move the display to another subject: wait for it, then read again.
        perform from app.subjects s where s.site_id = site and s.id = v_display.subject_id for key share;
        exit when found;
    end loop;
    select * into v_display from app.displays d where d.site_id = site and d.id = display for no key update;
    return v_display;
end $$;
comment on function app.lock_display is
    'Locks the display of an answer, after its subject. Whatever changes or deletes the answers and pictures of a live display locks the display first; then come the response and its pictures. Null for an unknown display.';

create or replace function app.store_answers(site uuid, display uuid, seq integer, final boolean, answers jsonb, at timestamptz, context jsonb default null, traits jsonb default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_display app.displays := app.lock_display(site, display);
    v_response app.responses;
    v_created boolean;
    v_fresh boolean;
    v_has_budget boolean;
    v_types text[];
    v_type text;
    v_messages integer := 0;
begin
    if v_display.id is null then
        return null;
    end if;

    insert into app.responses as r (site_id, display_id, prompt_id, revision, variant, met_branches, subject_id, visitor_id, seq,
        final, answers, traits, context, created_at, updated_at)
    values (site, display, v_display.prompt_id, v_display.revision, v_display.variant, v_display.met_branches, v_display.subject_id,
        (select v.id from app.visitors v where v.site_id = site and v.id = v_display.visitor_id),
        store_answers.seq, store_answers.final, store_answers.answers, v_display.traits,
        case when store_answers.context is null then v_display.context
            else coalesce(v_display.context, '{}') || store_answers.context end,
        v_now, v_now)
    on conflict (site_id, display_id) do update
    set seq = excluded.seq, final = excluded.final, answers = excluded.answers, updated_at = v_now,
        context = case when store_answers.context is null then r.context
            else coalesce(r.context, '{}') || store_answers.context end
    where not r.final and r.seq < excluded.seq
    -- An updated row has been locked by this transaction.
    returning r.seq, r.final, r.display_id, r.xmax = '0'::xid
    into v_response.seq, v_response.final, v_response.display_id, v_created;
    v_fresh := found;
    if v_fresh then
        if v_display.state = 'reserved' then
            perform app.end_overdue(site, display, v_now);
        end if;
        update app.displays d
        set answered_at = case when app.has_answer(store_answers.answers) then coalesce(d.answered_at, v_now) else d.answered_at end,
            displayed_at = coalesce(d.displayed_at, v_now),
            -- Filters of displays compare it too.
            context = case when store_answers.context is null then d.context
                else coalesce(d.context, '{}') || store_answers.context end,
            -- An answer is what the visitor was to be asked for later.
            postponed_at = null, postponed_until = null,
            -- What has ended is not confirmed by an answer: others may have what it gave back.
            state = case when d.state = 'released' and d.release_reason = 'expired' then d.state
                when store_answers.final then 'answered'
                when d.state in ('reserved', 'postponed', 'released') then 'displayed' else d.state end
        where d.site_id = site and d.id = display
        returning (v_created or store_answers.final) and exists (select from app.budget_periods b
            where b.site_id = site and b.prompt_id = v_display.prompt_id and b.period = 'total') into v_has_budget;
        if v_has_budget then
            perform app.count_response(site, v_display.prompt_id, v_created, store_answers.final, v_now);
        end if;
        if store_answers.final and store_answers.traits is not null then
            perform app.keep_answer_traits(v_display, store_answers.traits, v_now);
        end if;
        -- Most sites have no destination: they pay for one look at an index.
        if exists (select from app.destinations n where n.site_id = site) then
            v_types := array(
                select t.type from unnest(array[case when v_created then 'response.created' else 'response.updated' end,
                    case when store_answers.final then 'response.closed' end]) t (type)
                where exists (select from app.destinations n where n.site_id = site and t.type = any(n.event_types)));
            foreach v_type in array v_types loop
                insert into app.outbox (site_id, id, response_id, prompt_id, final, type, answers)
                values (site, app.mint_id(v_now), display, v_display.prompt_id, store_answers.final, v_type, store_answers.answers);
                v_messages := v_messages + 1;
            end loop;
        end if;
    else
        select * into v_response from app.responses r where r.site_id = site and r.display_id = display;
    end if;
    return jsonb_build_object('response', v_response.display_id, 'seq', v_response.seq, 'final', v_response.final,
        'fresh', v_fresh, 'now', app.milliseconds(v_now), 'messages', v_messages);
end $$;
comment on function app.store_answers is
    'Stores answers if seq is the highest so far and the response is not final. An answer proves that the prompt was displayed, even if the display was released, but not if its reservation had ended. `context`: what the site stores with answers. `traits`: final answers that become traits, by key. `messages`: how many were written to app.outbox.';
grant execute on function app.store_answers to feedback_ingest;
