-- Extrapolates a replay of a sample of subjects to all.
set role feedback_owner;

create function app.combine_sums(p_one jsonb, p_other jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return (
        select coalesce(jsonb_object_agg(k.prompt, k.sums), '{}') from (
            select c.prompt, jsonb_agg(c.sum order by c.at) as sums from (
                select x.key as prompt, s.at, sum(s.value::bigint) as sum
                from (select * from jsonb_each(p_one) union all select * from jsonb_each(p_other)) x
                cross join lateral jsonb_array_elements_text(x.value) with ordinality s (value, at)
                group by 1, 2) c
            group by 1) k);
end $$;

create function app.sum_error(p_squares double precision, p_sampled double precision, p_share double precision, p_claimed double precision)
returns double precision
language plpgsql immutable set search_path = ''
as $$
declare
    v_missing double precision := 1 - p_share;
begin
    return ceil(1.96 * sqrt(v_missing * p_squares + v_missing ^ 2 * 0.96
        + coalesce(p_claimed * (1 - p_claimed), 0) * p_sampled * (1 + p_share)) / p_share);
end $$;
comment on function app.sum_error is
    'Half the width of the 95% confidence interval of a sum over all subjects. It is what a bootstrap over the subjects, each drawn by a Poisson distribution, approaches; see app.extrapolate_replay.';

create function app.shared_displays(p_candidates app.portfolio_candidate[], p_shared app.shared_limits[]) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return (
        select coalesce(jsonb_object_agg(f.prompt, f.worlds), '{}') from (
            select k.prompt, jsonb_object_agg(w.world, jsonb_build_object('displays', l.displays,
                -- The rest is estimated from at least half of the replayed subjects.
                'uncertain', sqrt(least(1, 2 * greatest(0, 1 - l.certain / l.displays))))) as worlds
            from (select distinct (x.c).prompt_id as prompt, x.place from unnest(p_candidates) x) k
            cross join (values (1), (2), (4)) w (world)
            cross join lateral (
                select x.* from unnest(p_shared[app.shared_at(w.world, k.place, cardinality(p_shared) / 3):
                    app.shared_at(w.world, k.place, cardinality(p_shared) / 3)]) x) l
            where l.certain > 0
            group by 1) f);
end $$;
comment on function app.shared_displays is
    'By prompt and world, the displays that the budgets allow, if the prompt spends one: more exact than a sum over a sample. Also a factor for the error of that sum.';

create function app.extrapolate_portfolio(
    p_site uuid, p_sums jsonb, p_shared jsonb, p_reserved jsonb, p_draft uuid, p_share double precision, p_claimed double precision,
    p_now timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return (
        with sums as (
            select p.key as prompt, (p_sums -> p.key ->> 0)::double precision / p_share as without,
                (p_sums -> p.key ->> 1)::double precision / p_share as "with", (p_sums -> p.key ->> 2)::double precision / p_share as was,
                app.sum_error(coalesce((p_sums -> p.key ->> 5)::bigint, 0), coalesce((p_sums -> p.key ->> 9)::bigint, 0), p_share, p_claimed) as was_error,
                app.sum_error(coalesce((p_sums -> p.key ->> 6)::bigint, 0), coalesce((p_sums -> p.key ->> 9)::bigint, 0), p_share, p_claimed) as change_error,
                coalesce((p_reserved ->> p.key)::bigint, 0) as reserved, p_shared -> p.key as shared
            from (select '' as key union select jsonb_object_keys(p_sums) union select jsonb_object_keys(p_reserved)
                union select jsonb_object_keys(p_shared)) p
        ),
        found as (
            select s.prompt, coalesce((s.shared #>> '{1,displays}')::double precision, s.without, 0) as without,
                coalesce((s.shared #>> '{2,displays}')::double precision, s."with", 0) as "with",
                coalesce((s.shared #>> '{4,displays}')::double precision, s.was, 0) as was, coalesce(s.was, 0) as was_sum, s.was_error,
                coalesce((s.shared #>> '{4,uncertain}')::double precision, 1) as was_uncertain,
                s.change_error * greatest(coalesce((s.shared #>> '{1,uncertain}')::double precision, 1),
                    coalesce((s.shared #>> '{2,uncertain}')::double precision, 1)) as change_error, s.reserved
            from sums s
        ),
        estimate as (
            select f.*, row_number() over (order by abs(f."with" - f.without) desc, f.without desc, f.prompt) as place
            from found f where f.prompt <> '' and f.prompt is distinct from p_draft::text
        )
        select jsonb_build_object(
            'prompts', coalesce((
                select jsonb_agg(jsonb_build_object('prompt', e.prompt, 'survey_id', p.survey_id, 'name', r.content ->> 'name',
                    'displays_without', round(e.without), 'displays_with', round(e."with"), 'change', round(e."with" - e.without),
                    'change_error', ceil(e.change_error))
                    order by e.place)
                from estimate e
                join app.prompts p on p.site_id = p_site and p.id = e.prompt::uuid and p.state = 'published'
                join app.revisions r on r.site_id = p_site and r.prompt_id = p.id and r.number = p.published_revision
                where e.place <= 50 and coalesce((r.content #>> '{timing,ends_at}')::timestamptz > p_now, true)), '[]'),
            'backtest', (
                select jsonb_build_object('replayed', round(f.was + (select coalesce(sum(x.was - x.was_sum), 0) from found x where x.prompt <> '')),
                    'error', ceil(f.was_error * coalesce((select sqrt(sum(x.was * x.was_uncertain ^ 2) / nullif(sum(x.was), 0))
                        from found x where x.prompt <> ''), 1)),
                    'reserved', (select coalesce(sum(x.value::bigint), 0) from jsonb_each_text(p_reserved) x),
                    'prompts', coalesce((select jsonb_agg(jsonb_build_object('prompt', b.prompt, 'survey_id', p.survey_id,
                        'replayed', round(b.was), 'error', ceil(b.was_error * b.was_uncertain),
                        'reserved', b.reserved) order by b.reserved desc, b.prompt)
                        from (select * from found x where x.prompt <> '' order by x.reserved desc, x.was desc, x.prompt limit 50) b
                        join app.prompts p on p.site_id = p_site and p.id = b.prompt::uuid), '[]'))
                from found f where f.prompt = '')));
end $$;
comment on function app.extrapolate_portfolio is
    'Extrapolates the sums of app.replay_portfolio, but takes the displays of app.shared_displays where there are any: for the other live prompts what changes, those that change most first, and a comparison of what was replayed as it was with the displays that were reserved.';

create function app.extrapolate_draft(
    p_found app.replay, p_shared jsonb, p_share double precision, p_claimed bigint, p_waited bigint)
returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_estimate jsonb := app.extrapolate_replay(p_found, p_share, p_claimed, p_waited);
    v_displays double precision := p_shared -> 'displays';
    v_uncertain double precision := p_shared -> 'uncertain';
    v_factor double precision := v_displays / nullif((v_estimate -> 'displays')::double precision, 0);
    -- Subjects per display as in the sample, which may contain no displays of a small budget.
    v_reached double precision := coalesce((v_estimate -> 'reached')::double precision * v_factor, v_displays);
    v_error double precision := coalesce((v_estimate -> 'reached_error')::double precision * v_uncertain * least(1, v_factor), v_displays);
begin
    return case when p_shared is null then v_estimate else v_estimate || jsonb_build_object('displays', round(v_displays),
        'displays_error', ceil((v_estimate -> 'displays_error')::double precision * v_uncertain * least(1, v_factor)),
        'reached', round(v_reached), 'reached_error', ceil(v_error),
        'low', greatest(0, floor(v_reached - v_error)), 'high', ceil(v_reached + v_error),
        'reasons', v_estimate -> 'reasons' || jsonb_build_object('displayed', round(v_displays))) end;
end $$;
comment on function app.extrapolate_draft is
    'app.extrapolate_replay for a draft, with the displays of app.shared_displays if one of its budgets is spent.';

reset role;
