create or replace function app.replay_shared_limits(
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
