-- Extrapolates a replay of a sample of subjects to all.
create or replace function app.combine_sums(p_one jsonb, p_other jsonb) returns jsonb
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

create or replace function app.sum_error(p_squares double precision, p_sampled double precision, p_share double precision, p_claimed double precision)
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

create or replace function app.shared_displays(p_candidates app.portfolio_candidate[], p_shared app.shared_limits[]) returns jsonb
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

create or replace function app.extrapolate_draft(
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
