create or replace function app.shared_at(p_world integer, p_place integer, p_places integer) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case p_world when 4 then 2 else p_world - 1 end * p_places + p_place;
end $$;
comment on function app.shared_at is
    'The position of a prompt''s limits in a world within an array of app.shared_limits: one part per world (1, 2 and 4), with one element per prompt.';

create or replace function app.spent_earlier(
    p_site uuid, p_prompt uuid, p_period text, p_zone text, p_from timestamptz, p_count text default 'all')
returns app.budget_periods
language plpgsql stable set search_path = ''
as $$
declare
    v_starts_at timestamptz := coalesce((app.period_at(p_period, p_from, p_zone)).starts_at, '-infinity');
    v_spent app.budget_periods;
begin
    select count(*) into v_spent.displays from app.displays d
    where d.site_id = p_site and (p_period = 'site' or d.prompt_id = p_prompt) and d.state <> 'released'
      and d.reserved_at >= v_starts_at and d.reserved_at <= p_from;
    v_spent.responses := 0;
    if p_period = 'total' then
        v_spent.displays := v_spent.displays + (select coalesce(sum(l.displays), 0) from app.display_totals l
            where l.site_id = p_site and l.prompt_id = p_prompt);
        select count(*) into v_spent.responses from app.responses r
        where r.site_id = p_site and r.prompt_id = p_prompt
          and case when p_count = 'final' then r.final and r.updated_at <= p_from else r.created_at <= p_from end;
    end if;
    return v_spent;
end $$;
comment on function app.spent_earlier is
    'What is used of a budget at a time, for example when a replay begins. Counted, because a draft may have a budget for which nothing was counted yet.';

create or replace function app.replayed_budgets(p_site uuid, p_candidates app.portfolio_candidate[], p_from timestamptz)
returns setof app.replayed_budget
language plpgsql stable rows 10 set search_path = ''
as $$
declare
    v_settings jsonb := (select s.settings from app.sites s where s.id = p_site);
    v_zone text := coalesce(v_settings ->> 'time_zone', 'UTC');
    v_per_day integer := v_settings #> '{limits,displays_per_day}';
begin
    return query
    with budget as (
        -- If several revisions of a prompt were live, the budget of the last one applies.
        select distinct on (w.world, k.place) w.world, k.place, (k.c).prompt_id, (k.c).budget, k.answered
        from (values (1), (2), (4)) w (world), unnest(p_candidates) k
        where k.worlds & w.world > 0 and (k.c).budget is not null
        order by w.world, k.place, (k.c).revision desc
    ),
    counted as (
        select b.*, t.period, t.part, t.allowed, coalesce(b.budget ->> 'count', 'all') as count from budget b cross join lateral (values
            ('total', 'displays', b.budget -> 'displays'), ('total', 'responses', b.budget -> 'responses'),
            (b.budget #>> '{period,every}', 'period', b.budget #> '{period,displays}')) t (period, part, allowed)
        where t.allowed is not null
    ),
    earlier as materialized (
        select c.prompt_id, c.period, c.count, app.spent_earlier(p_site, c.prompt_id, c.period, v_zone, p_from, c.count) as spent
        from (select distinct x.prompt_id, x.period, x.count from counted x) c
    )
    select c.world, c.place, c.period, c.allowed::integer, c.part = 'period' and coalesce((c.budget #> '{period,paced}')::boolean, false),
        case c.part when 'responses' then c.answered else 1 end,
        case c.part when 'responses' then (e.spent).responses else (e.spent).displays end::double precision
    from counted c join earlier e using (prompt_id, period, count)
    union all
    select w.world, 0, 'site', v_per_day, false, 1,
        (app.spent_earlier(p_site, null, 'site', v_zone, p_from)).displays
    from (values (1), (2), (4)) w (world) where v_per_day is not null;
end $$;
comment on function app.replayed_budgets is 'The budgets of the prompts and of their site in the worlds of a replay.';

create or replace function app.is_group_taken(p_groups jsonb, p_group bytea, p_days integer, p_at timestamptz) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return exists (
        select from jsonb_array_elements(p_groups -> encode(p_group, 'hex')) t (at)
        where t.at::numeric < app.epoch(p_at) and t.at::numeric > app.epoch(p_at) - p_days * 86400);
end $$;
comment on function app.is_group_taken is 'Whether the group had a display in the days before that time. A display at exactly that time is the display itself.';

create or replace function app.check_shared_limits(p_shared app.shared_limits, c app.candidates, p_traits jsonb, p_at timestamptz)
returns app.reason
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when p_shared.groups <> '{}' and app.is_group_taken(p_shared.groups,
            app.group_hash(p_traits, c.per_group ->> 'trait'), (c.per_group -> 'days')::integer, p_at) then 'group_limit'::app.reason
        when p_shared.spent @> p_at then 'budget'
        when p_shared.paced @> p_at then 'paced' end;
end $$;
comment on function app.check_shared_limits is 'app.check_group and app.check_budget in a replay.';

create or replace function app.has_shared_limits(p_candidates app.portfolio_candidate[], p_budgets app.replayed_budget[]) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return cardinality(p_budgets) > 0 or exists (select from unnest(p_candidates) k where (k.c).per_group is not null);
end $$;
