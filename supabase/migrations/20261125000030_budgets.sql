-- Budgets: how many displays and responses a prompt may have, in total and per period, and how many displays a site
-- may have in a day. The statement that reserves a display charges them.
set role feedback_owner;

-- Before the holdout, which stays the last rule.
alter type app.reason add value 'budget' before 'holdout';
alter type app.reason add value 'paced' before 'holdout';

alter table app.candidates add column budget jsonb;
comment on column app.candidates.budget is 'The budget of the content; null without one.';
alter table app.displays add column charges jsonb;
comment on column app.displays.charges is
    'The periods of app.budget_periods that it was charged to, as {period: starts_on}; null if no budget applied. A release credits these.';
alter type app.decision add attribute budget jsonb;

create table app.budget_periods (
    site_id uuid not null references app.sites on delete cascade,
    prompt_id uuid not null,
    period text not null,
    starts_on date not null,
    displays integer not null default 0,
    responses integer not null default 0,
    announced integer,
    primary key (site_id, prompt_id, period, starts_on),
    constraint period_is_known check (period in ('total', 'day', 'week', 'month', 'site'))
) with (fillfactor = 50);
comment on table app.budget_periods is
    'How much of each budget is used. A prompt has a row `total`, from -infinity, and one for each day, week or month; a site has a row `site` for each day, with the nil UUID as its prompt.';
comment on column app.budget_periods.starts_on is 'The first day of the period in the site''s time zone.';
comment on column app.budget_periods.displays is
    'Displays that are not released, including those of deleted visitors. Can exceed the budget if an answer arrived for a display that was released.';
comment on column app.budget_periods.responses is 'Stored responses, including deleted ones; only in the row `total`.';
comment on column app.budget_periods.announced is
    'The budget of displays that the last message `budget.reached` was about; null before the first one.';

alter table app.budget_periods enable row level security;
alter table app.budget_periods force row level security;
create policy "the service reads" on app.budget_periods for select to feedback_owner using (true);
create policy "the service inserts" on app.budget_periods for insert to feedback_owner with check (true);
create policy "the service updates" on app.budget_periods for update to feedback_owner using (true);
create policy "the service deletes" on app.budget_periods for delete to feedback_owner using (true);

create function app.period_at(
    p_period text, p_now timestamptz, p_zone text,
    out starts_on date, out starts_at timestamptz, out ends_at timestamptz, out elapsed double precision)
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    v_unit text := case p_period when 'site' then 'day' else p_period end;
    v_from timestamp;
begin
    if p_period = 'total' then
        starts_on := '-infinity';
        return;
    end if;
    begin
        v_from := date_trunc(v_unit, p_now at time zone p_zone);
    exception when invalid_parameter_value then
        -- A time zone that the contract knows but the database does not.
        p_zone := 'UTC';
        v_from := date_trunc(v_unit, p_now at time zone p_zone);
    end;
    starts_on := v_from;
    starts_at := v_from at time zone p_zone;
    ends_at := (v_from + case v_unit when 'day' then interval '1 day' when 'week' then interval '7 days'
        else interval '1 month' end) at time zone p_zone;
    -- Before `starts_at` where midnight occurs twice.
    elapsed := greatest(0, extract(epoch from p_now - starts_at) / extract(epoch from ends_at - starts_at));
end $$;
comment on function app.period_at is
    'The day, week (from Monday) or month of a time in a time zone, and the share of it that has elapsed. A day has 23 to 25 hours when the clocks change.';

create function app.paced_allowance(p_displays integer, p_share double precision) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    -- Rounded, because 23 × (13 / 23) may be less than 13.
    return least(p_displays, floor(round((p_displays * p_share)::numeric, 9))::integer + 1);
end $$;
comment on function app.paced_allowance is
    'How many displays of a paced period may be reserved once a share of it has elapsed: the first immediately, the last in the last part.';

create function app.check_budget(c app.candidates, p_facts jsonb) returns app.reason
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    v_spent jsonb := p_facts #> array['budgets', c.prompt_id::text];
    v_allowed integer := c.budget #> '{period,displays}';
begin
    return case
        when (v_spent -> 'displays')::integer >= (c.budget -> 'displays')::integer
            or (v_spent -> 'responses')::integer >= (c.budget -> 'responses')::integer
            or (v_spent -> 'period')::integer >= v_allowed
            or (p_facts #> '{budgets,site}')::integer >= (p_facts #> '{site,displays_per_day}')::integer
            then 'budget'::app.reason
        when (c.budget #> '{period,paced}')::boolean then
            case when (v_spent -> 'period')::integer
                >= app.paced_allowance(v_allowed, (v_spent -> 'elapsed')::double precision) then 'paced'::app.reason end
    end;
end $$;
comment on function app.check_budget is
    '`budget` or `paced` when the budgets of the prompt or its site allow no display, else null. The facts have `budgets` as app.budget_facts makes them, or as a simulation counts them.';

create function app.budget_facts(
    p_site uuid, p_settings jsonb, p_candidates app.candidates[], p_now timestamptz, p_until timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_zone text := coalesce(p_settings ->> 'time_zone', 'UTC');
    v_budgets jsonb := '{}';
    v_total record;
    v_spent jsonb;
    v_every text;
    v record;
    c app.candidates;
begin
    foreach c in array p_candidates loop
        continue when c.budget is null or v_budgets ? c.prompt_id::text;
        v_spent := '{}';
        if c.budget ?| array['displays', 'responses'] then
            v_total := app.spent_until(p_site, c.prompt_id, 'total', '-infinity', p_until);
            v_spent := jsonb_build_object('displays', v_total.displays, 'responses', v_total.responses);
        end if;
        v_every := c.budget #>> '{period,every}';
        if v_every is not null then
            v := app.period_at(v_every, p_now, v_zone);
            v_total := app.spent_until(p_site, c.prompt_id, v_every, v.starts_on, p_until);
            v_spent := v_spent || jsonb_build_object('period', v_total.displays, 'elapsed', v.elapsed);
        end if;
        v_budgets := v_budgets || jsonb_build_object(c.prompt_id, v_spent);
    end loop;
    if p_settings #> '{limits,displays_per_day}' is not null then
        v := app.period_at('site', p_now, v_zone);
        v_total := app.spent_until(p_site, '00000000-0000-0000-0000-000000000000', 'site', v.starts_on, p_until);
        v_budgets := v_budgets || jsonb_build_object('site', v_total.displays);
    end if;
    return jsonb_build_object('budgets', v_budgets);
end $$;
comment on function app.budget_facts is
    'How much of the budgets of candidates and of their site is used: {budgets: {<prompt>: {displays, responses, period, elapsed}, site}}. `period` and `elapsed` are about the current period; p_until excludes later displays and responses.';

create function app.spent_until(
    p_site uuid, p_prompt uuid, p_period text, p_starts_on date, p_until timestamptz, out displays integer, out responses integer)
language plpgsql stable set search_path = ''
as $$
begin
    select b.displays, b.responses into displays, responses from app.budget_periods b
    where b.site_id = p_site and b.prompt_id = p_prompt and b.period = p_period and b.starts_on = p_starts_on;
    displays := coalesce(displays, 0);
    responses := coalesce(responses, 0);
    if p_until < 'infinity' then
        displays := greatest(0, displays - (
            select count(*) from app.displays d
            where d.site_id = p_site and (p_period = 'site' or d.prompt_id = p_prompt) and d.reserved_at > p_until
              and d.state <> 'released' and d.charges ->> p_period = p_starts_on::text));
        if p_period = 'total' then
            responses := greatest(0, responses - (
                select count(*) from app.responses r
                where r.site_id = p_site and r.prompt_id = p_prompt and r.created_at > p_until));
        end if;
    end if;
end $$;
comment on function app.spent_until is 'The counts of a period, without displays and responses after p_until.';

create function app.change_spending(p_site uuid, p_prompt uuid, p_charges jsonb, p_by integer) returns void
language plpgsql set search_path = ''
as $$
declare
    v_period text;
begin
    -- In the order in which app.spend_budgets locks the rows.
    foreach v_period in array array['total', 'day', 'week', 'month', 'site'] loop
        if p_charges ? v_period then
            update app.budget_periods b set displays = greatest(b.displays + p_by, 0)
            where b.site_id = p_site and b.period = v_period and b.starts_on = (p_charges ->> v_period)::date
              and b.prompt_id = case v_period when 'site' then '00000000-0000-0000-0000-000000000000' else p_prompt end;
        end if;
    end loop;
end $$;
comment on function app.change_spending is 'Charges a display to its periods again, or credits it back.';

create function app.list_charges(p_settings jsonb, p_budget jsonb, p_now timestamptz) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    v_zone text := coalesce(p_settings ->> 'time_zone', 'UTC');
    v_every text := p_budget #>> '{period,every}';
    v_charges jsonb := case when p_budget ?| array['displays', 'responses'] then '{"total": "-infinity"}'::jsonb end;
begin
    if v_every is not null then
        v_charges := coalesce(v_charges, '{}') || jsonb_build_object(v_every, (app.period_at(v_every, p_now, v_zone)).starts_on);
    end if;
    if p_settings #> '{limits,displays_per_day}' is not null then
        v_charges := coalesce(v_charges, '{}') || jsonb_build_object('site', (app.period_at('site', p_now, v_zone)).starts_on);
    end if;
    return v_charges;
end $$;
comment on function app.list_charges is
    'The periods to which a display is charged, as in app.displays.charges; null if neither the prompt nor its site has a budget.';

create function app.allowed_displays(p_period text, p_settings jsonb, p_budget jsonb) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case p_period when 'total' then p_budget -> 'displays'
        when 'site' then p_settings #> '{limits,displays_per_day}'
        else case when p_budget #>> '{period,every}' = p_period then p_budget #> '{period,displays}' end end;
end $$;
comment on function app.allowed_displays is
    'How many displays a period of app.budget_periods may have by the budgets of a prompt and its site; null without a limit.';

create function app.spend_budgets(
    p_site uuid, p_prompt uuid, p_settings jsonb, p_budget jsonb, p_charges jsonb, p_now timestamptz)
returns app.reason
language plpgsql set search_path = ''
as $$
declare
    v_period text;
    v_most integer;
    v_allowed integer;
    v_responses integer;
    v_spent integer;
    v_charged jsonb := '{}';
    v_is_reached boolean := false;
begin
    -- In the order in which app.change_spending locks the rows.
    foreach v_period in array array['total', 'day', 'week', 'month', 'site'] loop
        continue when not p_charges ? v_period;
        v_most := app.allowed_displays(v_period, p_settings, p_budget);
        v_allowed := v_most;
        v_responses := case v_period when 'total' then p_budget -> 'responses' end;
        if v_period not in ('total', 'site') and (p_budget #> '{period,paced}')::boolean then
            v_allowed := app.paced_allowance(
                v_most, (app.period_at(v_period, p_now, coalesce(p_settings ->> 'time_zone', 'UTC'))).elapsed);
        end if;
        -- Either way the row stays locked until the transaction ends.
        insert into app.budget_periods as b (site_id, prompt_id, period, starts_on, displays)
        values (p_site, case v_period when 'site' then '00000000-0000-0000-0000-000000000000' else p_prompt end,
            v_period, (p_charges ->> v_period)::date, 1)
        on conflict (site_id, prompt_id, period, starts_on) do update set displays = b.displays + 1
        where (v_allowed is null or b.displays < v_allowed) and (v_responses is null or b.responses < v_responses)
        returning b.displays into v_spent;
        if not found then
            perform app.change_spending(p_site, p_prompt, v_charged, -1);
            return case when v_allowed < v_most and v_most > (
                select b.displays from app.budget_periods b
                where b.site_id = p_site and b.prompt_id = p_prompt and b.period = v_period
                  and b.starts_on = (p_charges ->> v_period)::date) then 'paced' else 'budget' end;
        end if;
        v_charged := v_charged || jsonb_build_object(v_period, p_charges -> v_period);
        v_is_reached := v_is_reached or coalesce(v_spent = v_most, false);
    end loop;
    if v_is_reached then
        perform app.note_last_display(p_site, p_prompt, p_settings, p_budget, p_charges, p_now);
    end if;
    return null;
end $$;
comment on function app.spend_budgets is
    'Charges a display to the periods of app.list_charges. Returns null, or the reason if one of them has none left; then nothing is charged.';

create function app.note_reached(
    p_site uuid, p_prompt uuid, p_budget text, p_every text, p_allowed integer, p_from date, p_now timestamptz)
returns void
language plpgsql set search_path = ''
as $$
begin
    if app.has_destination(p_site, 'budget.reached') then
        insert into app.outbox (site_id, id, prompt_id, type, detail)
        values (p_site, app.mint_id(p_now), p_prompt, 'budget.reached',
            jsonb_build_object('budget', p_budget, 'every', p_every, 'starts_on', p_from, 'allowed', p_allowed,
                'revision', (select p.published_revision from app.prompts p where p.site_id = p_site and p.id = p_prompt)));
    end if;
end $$;
comment on function app.note_reached is 'Writes the message `budget.reached` when the last display or response of a budget is counted.';

create function app.note_last_display(
    p_site uuid, p_prompt uuid, p_settings jsonb, p_budget jsonb, p_charges jsonb, p_now timestamptz)
returns void
language plpgsql set search_path = ''
as $$
declare
    v record;
begin
    if not app.has_destination(p_site, 'budget.reached') then
        return;
    end if;
    for v in
        -- The last display may be released and reserved again.
        update app.budget_periods b set announced = t.allowed
        from (
            select c.key as period, c.value::date as starts_on, app.allowed_displays(c.key, p_settings, p_budget) as allowed
            from jsonb_each_text(p_charges) c) t
        where b.site_id = p_site and b.period = t.period and b.starts_on = t.starts_on
          and b.prompt_id = case t.period when 'site' then '00000000-0000-0000-0000-000000000000' else p_prompt end
          and b.displays = t.allowed and b.announced is distinct from t.allowed
        returning b.period, b.starts_on, b.announced
    loop
        perform app.note_reached(p_site, case v.period when 'site' then null else p_prompt end,
            case v.period when 'total' then 'displays' when 'site' then 'displays_per_day' else 'period' end,
            case v.period when 'total' then null when 'site' then 'day' else v.period end,
            v.announced, nullif(v.starts_on, '-infinity'), p_now);
    end loop;
end $$;
comment on function app.note_last_display is
    'Writes the message `budget.reached` for each period in which a display just charged was the last one, once for each number of displays.';

create function app.published_budget(p_site uuid, p_prompt uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return (
        select r.content -> 'budget' from app.prompts p
        join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p.published_revision
        where p.site_id = p_site and p.id = p_prompt);
end $$;
comment on function app.published_budget is 'The budget of the published revision, also while the prompt is paused; null without one.';

create function app.count_response(p_site uuid, p_prompt uuid, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
    v_spent integer;
    v_allowed integer;
begin
    update app.budget_periods b set responses = b.responses + 1
    where b.site_id = p_site and b.prompt_id = p_prompt and b.period = 'total'
    returning b.responses into v_spent;
    if not found then
        return;
    end if;
    -- A paused prompt has no candidate.
    v_allowed := app.published_budget(p_site, p_prompt) -> 'responses';
    if v_spent = v_allowed then
        perform app.note_reached(p_site, p_prompt, 'responses', null, v_spent, null, p_now);
    end if;
end $$;
comment on function app.count_response is 'Counts a new response of a prompt with a budget.';

create function app.follow_release() returns trigger
language plpgsql set search_path = ''
as $$
begin
    -- An answer proves that a released display was displayed.
    perform app.change_spending(new.site_id, new.prompt_id, new.charges, case when new.state = 'released' then -1 else 1 end);
    if new.state <> 'released' then
        perform app.note_last_display(new.site_id, new.prompt_id,
            (select s.settings from app.sites s where s.id = new.site_id),
            app.published_budget(new.site_id, new.prompt_id), new.charges, clock_timestamp());
    end if;
    return null;
end $$;
comment on function app.follow_release is 'Credits a released display back to the periods that it was charged to.';
create trigger releases_give_back after update of state on app.displays
for each row when (old.charges is not null and (old.state = 'released') <> (new.state = 'released'))
execute function app.follow_release();

reset role;
