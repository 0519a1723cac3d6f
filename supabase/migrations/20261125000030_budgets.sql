-- Budgets: how many displays and responses a prompt may have, in all and in each period, and how many displays a site
-- may have in a day. The statement that reserves a display charges them.
set role feedback_owner;

-- Before the holdout, which stays the last rule.
alter type app.reason add value 'budget' before 'holdout';
alter type app.reason add value 'paced' before 'holdout';

alter table app.candidates add column budget jsonb;
comment on column app.candidates.budget is 'The budget of the content; null without one.';
alter table app.displays add column charges jsonb;
comment on column app.displays.charges is
    'The periods of app.budget_periods that it was charged to, as {period: starts_on}; null if no budget applied. A release gives back to these.';
alter type app.decision add attribute budget jsonb;

create table app.budget_periods (
    site_id uuid not null references app.sites on delete cascade,
    prompt_id uuid not null,
    period text not null,
    starts_on date not null,
    displays integer not null default 0,
    responses integer not null default 0,
    primary key (site_id, prompt_id, period, starts_on),
    constraint period_is_known check (period in ('total', 'day', 'week', 'month', 'site'))
) with (fillfactor = 50);
comment on table app.budget_periods is
    'What is spent of budgets. A prompt has a row `total`, from -infinity, and one for each day, week or month; a site has a row `site` for each day, with the nil UUID as its prompt.';
comment on column app.budget_periods.starts_on is 'The first day of the period in the site''s time zone.';
comment on column app.budget_periods.displays is
    'Displays that are not released, of deleted visitors too. More than the budget allows if an answer arrived for a display that was released.';
comment on column app.budget_periods.responses is 'Responses stored, deleted ones too; only in the row `total`.';

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
        -- A zone that the contract's list has and the database's has not.
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
    'How many of the displays of a paced period may be reserved once a share of it has elapsed: the first at once, the last in its last part.';

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
        when (c.budget #> '{period,paced}')::boolean and (v_spent -> 'period')::integer
            >= app.paced_allowance(v_allowed, (v_spent -> 'elapsed')::double precision) then 'paced'::app.reason end;
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
    v_total app.budget_periods;
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
    'What is spent of the budgets of candidates and of their site: {budgets: {<prompt>: {displays, responses, period, elapsed}, site}}. `period` and `elapsed` are about the current period; p_until leaves out what was spent later.';

create function app.spent_until(
    p_site uuid, p_prompt uuid, p_period text, p_starts_on date, p_until timestamptz)
returns app.budget_periods
language plpgsql stable set search_path = ''
as $$
declare
    v_spent app.budget_periods;
begin
    select * into v_spent from app.budget_periods b
    where b.site_id = p_site and b.prompt_id = p_prompt and b.period = p_period and b.starts_on = p_starts_on;
    v_spent.displays := coalesce(v_spent.displays, 0);
    v_spent.responses := coalesce(v_spent.responses, 0);
    if p_until < 'infinity' then
        v_spent.displays := v_spent.displays - (
            select count(*) from app.displays d
            where d.site_id = p_site and (p_period = 'site' or d.prompt_id = p_prompt) and d.reserved_at > p_until
              and d.state <> 'released' and d.charges ->> p_period = p_starts_on::text);
        if p_period = 'total' then
            v_spent.responses := v_spent.responses - (
                select count(*) from app.responses r
                where r.site_id = p_site and r.prompt_id = p_prompt and r.created_at > p_until);
        end if;
        v_spent.displays := greatest(v_spent.displays, 0);
        v_spent.responses := greatest(v_spent.responses, 0);
    end if;
    return v_spent;
end $$;
comment on function app.spent_until is 'The row of a period, without what was spent after p_until; zero without one.';

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
comment on function app.change_spending is 'Charges the periods of a display again, or gives back to them.';

create function app.spend_period(
    p_site uuid, p_prompt uuid, p_period text, p_starts_on date, p_displays integer, p_responses integer, out spent integer)
language plpgsql set search_path = ''
as $$
begin
    insert into app.budget_periods as b (site_id, prompt_id, period, starts_on, displays)
    values (p_site, p_prompt, p_period, p_starts_on, 1)
    on conflict (site_id, prompt_id, period, starts_on) do update set displays = b.displays + 1
    where (p_displays is null or b.displays < p_displays) and (p_responses is null or b.responses < p_responses)
    returning b.displays into spent;
end $$;
comment on function app.spend_period is
    'Counts one display in a period if fewer than p_displays are counted, and returns how many there are; null if there is none left. Either way its row stays locked until the transaction ends.';

create function app.spend_budgets(p_call app.call, p_prompt uuid, p_budget jsonb, out reason app.reason, out charges jsonb)
language plpgsql set search_path = ''
as $$
declare
    v_zone text := coalesce(p_call.settings ->> 'time_zone', 'UTC');
    v_every text := p_budget #>> '{period,every}';
    v_period_displays integer := p_budget #> '{period,displays}';
    v_paced boolean := (p_budget #> '{period,paced}')::boolean;
    v_per_day integer := p_call.settings #> '{limits,displays_per_day}';
    v_period record;
    v_spent integer;
begin
    charges := '{}';
    if p_budget ?| array['displays', 'responses'] then
        v_spent := app.spend_period(p_call.site_id, p_prompt, 'total', '-infinity',
            (p_budget -> 'displays')::integer, (p_budget -> 'responses')::integer);
        if v_spent is null then
            reason := 'budget';
        else
            charges := '{"total": "-infinity"}';
            if v_spent = (p_budget -> 'displays')::integer then
                perform app.note_reached(p_call, p_prompt, 'displays', null, v_spent, null);
            end if;
        end if;
    end if;
    if reason is null and v_every is not null then
        v_period := app.period_at(v_every, p_call.now, v_zone);
        v_spent := app.spend_period(p_call.site_id, p_prompt, v_every, v_period.starts_on,
            case when v_paced then app.paced_allowance(v_period_displays, v_period.elapsed) else v_period_displays end, null);
        if v_spent is null then
            reason := case when v_paced and (
                select b.displays from app.budget_periods b
                where b.site_id = p_call.site_id and b.prompt_id = p_prompt and b.period = v_every
                  and b.starts_on = v_period.starts_on) < v_period_displays then 'paced' else 'budget' end;
        else
            charges := charges || jsonb_build_object(v_every, v_period.starts_on);
            if v_spent = v_period_displays then
                perform app.note_reached(p_call, p_prompt, 'period', v_every, v_spent, v_period.starts_on);
            end if;
        end if;
    end if;
    if reason is null and v_per_day is not null then
        v_period := app.period_at('site', p_call.now, v_zone);
        v_spent := app.spend_period(
            p_call.site_id, '00000000-0000-0000-0000-000000000000', 'site', v_period.starts_on, v_per_day, null);
        if v_spent is null then
            reason := 'budget';
        else
            charges := charges || jsonb_build_object('site', v_period.starts_on);
            if v_spent = v_per_day then
                perform app.note_reached(p_call, null, 'displays_per_day', 'day', v_spent, v_period.starts_on);
            end if;
        end if;
    end if;
    if reason is not null then
        perform app.change_spending(p_call.site_id, p_prompt, charges, -1);
        charges := null;
    end if;
end $$;
comment on function app.spend_budgets is
    'Charges a display to the budgets of its prompt and its site: `charges` for app.displays, or the `reason` for which one of them has none left, and then nothing is charged.';

create function app.note_reached(
    p_call app.call, p_prompt uuid, p_budget text, p_every text, p_allowed integer, p_from date)
returns void
language plpgsql set search_path = ''
as $$
begin
    if app.has_destination(p_call.site_id, 'budget.reached') then
        insert into app.outbox (site_id, id, prompt_id, type, detail)
        values (p_call.site_id, app.mint_id(p_call.now), p_prompt, 'budget.reached',
            jsonb_build_object('budget', p_budget, 'every', p_every, 'starts_on', p_from, 'allowed', p_allowed,
                'revision', (select p.published_revision from app.prompts p
                    where p.site_id = p_call.site_id and p.id = p_prompt)));
    end if;
end $$;
comment on function app.note_reached is 'Writes the message `budget.reached` when the last display or response of a budget is counted.';

create function app.count_response(p_site uuid, p_prompt uuid, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
    v_spent integer;
    v_allowed integer;
    v_call app.call;
begin
    update app.budget_periods b set responses = b.responses + 1
    where b.site_id = p_site and b.prompt_id = p_prompt and b.period = 'total'
    returning b.responses into v_spent;
    if not found then
        return;
    end if;
    select (c.budget -> 'responses')::integer into v_allowed from app.candidates c
    where c.site_id = p_site and c.prompt_id = p_prompt and c.event_name = '';
    v_call.site_id := p_site;
    v_call.now := p_now;
    if v_spent = v_allowed then
        perform app.note_reached(v_call, p_prompt, 'responses', null, v_spent, null);
    end if;
end $$;
comment on function app.count_response is 'Counts a new response of a prompt with a budget.';

create function app.follow_release() returns trigger
language plpgsql set search_path = ''
as $$
begin
    -- An answer proves that a released display was displayed.
    perform app.change_spending(new.site_id, new.prompt_id, new.charges, case when new.state = 'released' then -1 else 1 end);
    return null;
end $$;
comment on function app.follow_release is 'Gives a released display back to the periods that it was charged to.';
create trigger releases_give_back after update of state on app.displays
for each row when (old.charges is not null and (old.state = 'released') <> (new.state = 'released'))
execute function app.follow_release();

reset role;
