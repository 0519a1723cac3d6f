create or replace function app.forecast_portfolio(
    p_site uuid, p_content jsonb, p_days integer, p_now timestamptz, p_sample integer, p_before jsonb default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
as $$
declare
    v_from timestamptz := p_now - make_interval(days => least(p_days, 30));
    v_draft uuid;
    v_candidates app.portfolio_candidate[];
    v_place integer;
    v_claimed bigint := p_before ->> 'claimed';
    v_waited bigint := p_before ->> 'waited';
    v_reserved jsonb := p_before -> 'reserved';
    v_low bigint := coalesce((p_before -> 'next_hash')::bigint, -2147483648);
    -- Where this part of the subjects ends, however many steps it takes: so the same request gives the same result.
    v_high bigint := p_before ->> 'until';
    v_found app.replay := row(0, 0, 0, 0, 0, 0, 0, '{}', v_low);
    v_sums jsonb := coalesce(p_before -> 'sums', '{}');
    v_step app.portfolio_replay;
    v_share double precision;
    v_effort integer := coalesce((p_before -> 'effort')::integer, 0);
    v_started timestamptz;
    -- With shared limits, the first subjects are replayed several times to learn these: if they are all subjects, until
    -- the limits no longer change or this many times, otherwise twice. In the first round there are no limits; after the
    -- last, the round is 0.
    c_rounds constant integer := 6;
    v_round integer := p_before ->> 'round';
    v_budgets app.replayed_budget[];
    v_shared app.shared_limits[] := array(
        select jsonb_populate_record(null::app.shared_limits, x.times) from jsonb_array_elements(p_before -> 'shared')
            with ordinality x (times, at) order by x.at);
    v_shared_now app.shared_limits[];
    v_is_doubled boolean;
    v_is_over boolean;
    v_shared_displays jsonb := coalesce(p_before -> 'shared_displays', '{}');
    v_known jsonb;
    -- The hashes up to which the limits were learned, and from which subjects count.
    v_learned bigint := p_before ->> 'learned';
    v_counted bigint := coalesce((p_before -> 'counted')::bigint, -2147483648);
    v_covered double precision;
    v_displays jsonb := coalesce(p_before -> 'displays', '[]');
    v_zone text := coalesce((select x.settings ->> 'time_zone' from app.sites x where x.id = p_site), 'UTC');
    v_next jsonb;
    -- The number of hashes that one step can probably process: anything it reads beyond that is wasted.
    v_width bigint := coalesce((p_before -> 'width')::bigint, 4294967296);
begin
    perform app.require_site_access(p_site);
    v_candidates := array(select k from app.portfolio_candidates(p_site, p_content, v_from, p_now) k);
    select (k.c).prompt_id, k.place into v_draft, v_place from unnest(v_candidates) k where k.worlds = 2 limit 1;
    if p_before is null then
        -- The first part has at most 100 subjects; the number of their events determines the size of the next parts.
        select uuid_hash(s.id) into v_high from app.subjects s
        where s.site_id = p_site order by uuid_hash(s.id) offset least(100, p_sample / 20) limit 1;
        if exists (select from unnest(v_candidates) k where (k.c).delay_seconds > 0 and not (k.c).backend and (k.c).unless is null) then
            -- All events of these subjects are read in one step; for more subjects, that would take longer than the replay.
            select o.claimed, o.waited into v_claimed, v_waited
            from app.observed_claims(p_site, v_draft, v_from, p_now, greatest(100, p_sample / 50)) o;
        end if;
        v_budgets := array(select b from app.replayed_budgets(p_site, v_candidates, v_from) b);
        v_round := case when app.has_shared_limits(v_candidates, v_budgets) then 1 end;
        v_reserved := (
            select coalesce(jsonb_object_agg(k.prompt_id, o.displays) filter (where o.displays > 0), '{}')
            from (select distinct (x.c).prompt_id from unnest(v_candidates) x) k
            cross join lateral (
                select count(*) as displays from app.displays d
                where d.site_id = p_site and d.prompt_id = k.prompt_id and d.reserved_at > v_from and d.reserved_at <= p_now
                  and d.state <> 'released') o);
    else
        v_found := jsonb_populate_record(v_found, p_before -> 'found');
        v_budgets := array(select b from jsonb_populate_recordset(null::app.replayed_budget, p_before -> 'budgets') b);
        if v_high is null then
            v_high := v_low + ceil((v_low + 2147483648) * least(8, least(p_sample - v_effort, 1000)
                / greatest(v_effort, 1)::double precision))::bigint;
        end if;
    end if;
    v_high := least(coalesce(v_high, 2147483648), 2147483648);
    v_started := clock_timestamp();
    v_step := app.replay_portfolio(p_site, v_candidates, v_place,
        array(select jsonb_array_elements_text(p_content #> '{trigger,events}')), v_from, p_now, v_low,
        least(v_high, v_low + v_width), coalesce(v_claimed / nullif(v_waited, 0)::double precision, 1),
        interval '0.2 seconds', v_shared, v_round is not null);
    v_found := app.combine_replays(v_found, v_step.draft);
    v_sums := app.combine_sums(v_sums, v_step.sums);
    v_share := (v_found.next_hash - v_counted) / 4294967296.0;
    v_covered := (v_found.next_hash + 2147483648) / 4294967296.0;
    v_effort := v_effort + v_step.looked_at;
    v_width := greatest(1, (v_found.next_hash - v_low)
        * greatest(0.25, least(4, 0.15 / greatest(extract(epoch from clock_timestamp() - v_started), 0.001))))::bigint;
    if v_found.next_hash < v_high or v_covered < 1 and v_effort < 0.95 * p_sample then
        v_next := jsonb_build_object('next_hash', v_found.next_hash, 'until', case when v_found.next_hash < v_high then v_high end,
            'found', to_jsonb(v_found), 'sums', v_sums, 'effort', v_effort);
    end if;
    if v_round is not null then
        v_displays := v_displays || to_jsonb(array(select x from unnest(v_step.displays) x
            where x.group_hash is not null or exists (select from unnest(v_budgets) b where b.world = x.world and b.place in (0, x.place))));
        -- Once the share has doubled, the limits become more precise.
        v_is_doubled := coalesce(v_found.next_hash + 2147483648 >= 2 * (v_learned + 2147483648), true);
        v_is_over := v_found.next_hash = v_high and case when v_round > 0
            -- All subjects, if the site is small enough.
            then v_covered = 1 or v_effort / v_covered > p_sample / 5 else v_is_doubled end;
        if v_is_over or v_round = 1 and v_is_doubled then
            v_shared_now := app.replay_shared_limits(v_candidates, v_budgets, array(
                    select d from jsonb_populate_recordset(null::app.replayed_display, v_displays) d),
                (select max(k.place) from unnest(v_candidates) k), v_zone, v_covered, v_from);
            v_learned := v_found.next_hash;
            -- In the middle of a part they are only for this estimate, in case it is the last: where a step ends depends on time.
            v_shared_displays := app.shared_displays(v_candidates, v_shared_now);
        end if;
        if v_is_over then
            if v_round > 0 and (v_covered = 1 and v_shared_now is distinct from v_shared or v_covered < 1 and v_round = 1) then
                -- Start over, with the limits learned so far.
                v_next := jsonb_build_object('next_hash', -2147483648, 'until', v_high,
                    'found', to_jsonb(row(0, 0, 0, 0, 0, 0, 0, '{}', -2147483648)::app.replay), 'effort', 0);
                v_round := case when v_round < c_rounds then v_round + 1 else 0 end;
                v_displays := '[]';
            elsif v_round > 0 then
                -- Subjects that were replayed with limits that they caused themselves do not show how these limits affect everyone.
                v_counted := case when v_covered = 1 then v_counted else v_high end;
                v_next := v_next || jsonb_build_object(
                    'found', to_jsonb(row(0, 0, 0, 0, 0, 0, 0, '{}', v_found.next_hash)::app.replay), 'sums', '{}'::jsonb);
                v_round := 0;
            end if;
            v_shared := v_shared_now;
        end if;
    end if;
    -- Of all subjects, the sums themselves are exact.
    v_known := case when v_share < 1 then v_shared_displays else '{}' end;
    return app.extrapolate_draft(v_found, v_known #> array[v_draft::text, '2'], v_share, v_claimed, v_waited)
        || jsonb_build_object('days', least(p_days, 30),
            'others', app.extrapolate_portfolio(p_site, v_sums, v_known, v_reserved, v_draft, v_share,
                v_claimed / nullif(v_waited, 0)::double precision, p_now),
            'next', v_next || jsonb_build_object('width', v_width, 'reserved', v_reserved, 'claimed', v_claimed, 'waited', v_waited,
                'budgets', to_jsonb(v_budgets), 'round', v_round, 'shared', to_jsonb(v_shared), 'displays', v_displays,
                'shared_displays', v_shared_displays, 'learned', v_learned, 'counted', v_counted));
end $$;
comment on function app.forecast_portfolio is
    'app.forecast together with all other live prompts of the site, and what it changes for them. Without a content only the comparison with the past. Runs in steps as app.forecast does.';
grant execute on function app.forecast_portfolio to feedback_agent, feedback_person;
