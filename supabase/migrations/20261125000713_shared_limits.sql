-- Budgets and limits per group in a replay of all prompts. It replays one subject after the other, so what one subject
-- takes from another is known only afterwards: a replay yields the times at which budgets are used up and groups have a
-- display, and the next replay respects them.
set role feedback_owner;

create type app.shared_limits as (
    spent tstzmultirange, paced tstzmultirange, groups jsonb, displays double precision, certain double precision);
comment on type app.shared_limits is
    'What the subjects of a replay share for a prompt in a world: when its budgets and that of its site allow no display (nothing is left, or only later in the period), and when groups have a display, as {<group>: [time in seconds]}. Then how many displays its budgets allow for all subjects, and how many of these are in periods whose budget the prompt itself spends: these are certain, however few subjects were replayed.';

create function app.shared_at(p_world integer, p_place integer, p_places integer) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case p_world when 4 then 2 else p_world - 1 end * p_places + p_place;
end $$;
comment on function app.shared_at is
    'The position of a prompt''s limits in a world within an array of app.shared_limits: one part per world (1, 2 and 4), with one element per prompt.';

create function app.spent_earlier(p_site uuid, p_prompt uuid, p_period text, p_zone text, p_from timestamptz)
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
        where r.site_id = p_site and r.prompt_id = p_prompt and r.created_at <= p_from;
    end if;
    return v_spent;
end $$;
comment on function app.spent_earlier is
    'What is used of a budget at a time, for example when a replay begins. Counted, because a draft may have a budget for which nothing was counted yet.';

create type app.replayed_budget as (
    world integer, place integer, period text, allowed integer, paced boolean, weight double precision, spent double precision);
comment on type app.replayed_budget is
    'A budget in a world of a replay, of the prompt at a position or of the site (position 0), how much one display uses, and how much is used when the replay begins.';

create function app.replayed_budgets(p_site uuid, p_candidates app.portfolio_candidate[], p_from timestamptz)
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
        select b.*, t.period, t.part, t.allowed from budget b cross join lateral (values
            ('total', 'displays', b.budget -> 'displays'), ('total', 'responses', b.budget -> 'responses'),
            (b.budget #>> '{period,every}', 'period', b.budget #> '{period,displays}')) t (period, part, allowed)
        where t.allowed is not null
    ),
    earlier as materialized (
        select c.prompt_id, c.period, app.spent_earlier(p_site, c.prompt_id, c.period, v_zone, p_from) as spent
        from (select distinct x.prompt_id, x.period from counted x) c
    )
    select c.world, c.place, c.period, c.allowed::integer, c.part = 'period' and coalesce((c.budget #> '{period,paced}')::boolean, false),
        case c.part when 'responses' then c.answered else 1 end,
        case c.part when 'responses' then (e.spent).responses else (e.spent).displays end::double precision
    from counted c join earlier e using (prompt_id, period)
    union all
    select w.world, 0, 'site', v_per_day, false, 1,
        (app.spent_earlier(p_site, null, 'site', v_zone, p_from)).displays
    from (values (1), (2), (4)) w (world) where v_per_day is not null;
end $$;
comment on function app.replayed_budgets is 'The budgets of the prompts and of their site in the worlds of a replay.';

create function app.is_group_taken(p_groups jsonb, p_group bytea, p_days integer, p_at timestamptz) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return exists (
        select from jsonb_array_elements(p_groups -> encode(p_group, 'hex')) t (at)
        where t.at::numeric < app.epoch(p_at) and t.at::numeric > app.epoch(p_at) - p_days * 86400);
end $$;
comment on function app.is_group_taken is 'Whether the group had a display in the days before that time. A display at exactly that time is the display itself.';

create function app.replay_shared_limits(
    p_candidates app.portfolio_candidate[], p_budgets app.replayed_budget[], p_displays app.replayed_display[], p_places integer, p_zone text, p_share double precision,
    p_from timestamptz)
returns app.shared_limits[]
language plpgsql stable set search_path = ''
as $$
declare
    v_limits app.shared_limits[] := array_fill(row('{}', '{}', '{}', 0, 0)::app.shared_limits, array[3 * p_places]);
    v_spent double precision[] := array(select b.spent from unnest(p_budgets) with ordinality
        b (world, place, period, allowed, paced, weight, spent, at) order by b.at);
    -- The current period of each budget, its displays, the time from which the next ones count, and when it next allows one.
    v_starts timestamptz[];
    v_ends timestamptz[];
    v_displays double precision[] := array_fill(0::double precision, array[cardinality(p_budgets)]);
    v_since timestamptz[];
    v_opens timestamptz[];
    v_mine integer[];
    v_allowed double precision;
    v_from timestamptz;
    v_closed tstzrange;
    v_is_spent boolean;
    v_period record;
    v_shared app.shared_limits;
    v_group text;
    v_days integer[] := array(
        select max(((k.c).per_group -> 'days')::integer) from unnest(p_candidates) k group by k.place order by k.place);
    v_place integer;
    v_at integer;
    b app.replayed_budget;
    d app.replayed_display;
begin
    -- First, without a display: what was used earlier.
    for d in
        select null::integer, null::integer, p_from, null::bytea
        union all (select x.* from unnest(p_displays) x order by x.at)
    loop
        continue when d.group_hash is not null and app.is_group_taken(
            v_limits[app.shared_at(d.world, d.place, p_places)].groups, d.group_hash, v_days[d.place], d.at);
        v_mine := array(select x.at from unnest(p_budgets) with ordinality x (world, place, period, allowed, paced, weight, spent, at)
            where d.world is null or x.world = d.world and x.place in (0, d.place));
        -- If one of them denies it, it uses nothing of the others.
        continue when exists (select from unnest(v_mine) m where v_opens[m] > d.at);
        -- A display counts for 1 / p_share subjects. Of these, the budgets may allow only the first.
        v_allowed := 1;
        foreach v_at in array v_mine loop
            b := p_budgets[v_at];
            if d.world is null or v_ends[v_at] <= d.at then
                v_period := app.period_at(b.period, d.at, p_zone);
                v_starts[v_at] := v_period.starts_at;
                v_ends[v_at] := v_period.ends_at;
                v_spent[v_at] := case when d.world is null then v_spent[v_at] else 0 end;
                v_displays[v_at] := 0;
                v_since[v_at] := greatest(p_from, v_starts[v_at]);
            end if;
            if p_share < 1 and b.weight > 0 then
                v_allowed := least(v_allowed, (b.allowed - v_spent[v_at]) * p_share / b.weight);
            end if;
        end loop;
        foreach v_at in array v_mine loop
            b := p_budgets[v_at];
            if d.world is not null then
                v_spent[v_at] := v_spent[v_at] + v_allowed * b.weight / p_share;
                v_displays[v_at] := v_displays[v_at] + v_allowed / p_share;
            end if;
            -- Sums of fractions are not exact.
            v_is_spent := v_spent[v_at] > b.allowed - 0.000001;
            if v_is_spent then
                v_opens[v_at] := coalesce(v_ends[v_at], 'infinity');
            elsif b.paced then
                v_opens[v_at] := v_starts[v_at] + (v_ends[v_at] - v_starts[v_at]) * (v_spent[v_at] / b.allowed);
            end if;
            -- The displays that one represents are spread evenly over the time since the previous one.
            v_from := v_since[v_at] + (d.at - v_since[v_at]) * v_allowed;
            v_since[v_at] := greatest(d.at, v_opens[v_at]);
            continue when v_since[v_at] = d.at;
            v_closed := tstzrange(v_from, v_since[v_at], '()');
            for v_place in case b.place when 0 then 1 else b.place end..case b.place when 0 then p_places else b.place end loop
                v_shared := v_limits[app.shared_at(b.world, v_place, p_places)];
                if v_is_spent then
                    v_shared.spent := v_shared.spent + v_closed::tstzmultirange;
                    v_shared.certain := v_shared.certain + case b.place when 0 then 0 else v_displays[v_at] end;
                else
                    v_shared.paced := v_shared.paced + v_closed::tstzmultirange;
                end if;
                v_limits[app.shared_at(b.world, v_place, p_places)] := v_shared;
            end loop;
        end loop;
        continue when d.place is null or d.place = 0;
        v_shared := v_limits[app.shared_at(d.world, d.place, p_places)];
        v_shared.displays := v_shared.displays + v_allowed / p_share;
        if d.group_hash is not null then
            v_group := encode(d.group_hash, 'hex');
            v_shared.groups := v_shared.groups || jsonb_build_object(
                v_group, coalesce(v_shared.groups -> v_group, '[]') || to_jsonb(app.epoch(d.at)));
        end if;
        v_limits[app.shared_at(d.world, d.place, p_places)] := v_shared;
    end loop;
    return v_limits;
end $$;
comment on function app.replay_shared_limits is
    'The limits that subjects share, from the displays of a replay of some of them and from displays that budgets denied. For all of these, in order of time, it is decided again which ones the budgets deny.';

create function app.check_shared_limits(p_shared app.shared_limits, c app.candidates, p_traits jsonb, p_at timestamptz)
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

create function app.has_shared_limits(p_candidates app.portfolio_candidate[], p_budgets app.replayed_budget[]) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return cardinality(p_budgets) > 0 or exists (select from unnest(p_candidates) k where (k.c).per_group is not null);
end $$;

reset role;
