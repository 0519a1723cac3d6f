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

create function app.list_counters(p_budget jsonb) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
    return array_remove(array[
        case when p_budget ?| array['displays', 'responses'] then 'total' end, p_budget #>> '{period,every}'], null);
end $$;
comment on function app.list_counters is 'The periods in which the displays of a prompt with this budget are counted.';

create function app.open_period(p_site uuid, p_prompt uuid, p_period text, p_zone text, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
    v record := app.period_at(p_period, p_now, p_zone);
    v_prompts uuid[] := case when p_period = 'site' then array(select p.id from app.prompts p where p.site_id = p_site)
        else array[p_prompt] end;
    v_prompt uuid := case when p_period = 'site' then '00000000-0000-0000-0000-000000000000' else p_prompt end;
    v_charge jsonb := jsonb_build_object(p_period, v.starts_on);
    v_displays integer;
    v_responses integer := 0;
begin
    -- Those reserved so far may still be released.
    update app.displays d set charges = coalesce(d.charges, '{}') || v_charge
    where d.site_id = p_site and d.prompt_id = any(v_prompts) and d.state = 'reserved'
      and d.reserved_at >= coalesce(v.starts_at, '-infinity');
    select count(*) into v_displays from app.displays d
    where d.site_id = p_site and d.prompt_id = any(v_prompts) and d.state <> 'released'
      and d.reserved_at >= coalesce(v.starts_at, '-infinity');
    if p_period = 'total' then
        v_displays := v_displays + (select coalesce(sum(l.displays), 0) from app.display_totals l
            where l.site_id = p_site and l.prompt_id = p_prompt);
        select count(*) into v_responses from app.responses r where r.site_id = p_site and r.prompt_id = p_prompt;
    end if;
    -- Responses are counted where there is a row.
    if v_displays > 0 or p_period = 'total' then
        insert into app.budget_periods (site_id, prompt_id, period, starts_on, displays, responses)
        values (p_site, v_prompt, p_period, v.starts_on, v_displays, v_responses);
    end if;
end $$;
comment on function app.open_period is
    'Begins to count: sets the current period to the displays and responses that are stored. The caller has locked the revisions of the prompts, which new displays reference.';

create function app.open_budget(p_site uuid, p_prompt uuid, p_before jsonb, p_budget jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
    v_new text[] := array(
        select n from unnest(app.list_counters(p_budget)) n where n <> all(app.list_counters(p_before)) order by 1);
    v_zone text;
    v_period text;
    v_spent app.budget_periods;
begin
    delete from app.budget_periods b
    where b.site_id = p_site and b.prompt_id = p_prompt
      and (b.period <> all(app.list_counters(p_budget)) or b.period = any(v_new));
    if v_new <> '{}' then
        -- Waits for reservations of earlier revisions; those that follow find the budget (app.reserve).
        perform from app.revisions r where r.site_id = p_site and r.prompt_id = p_prompt order by r.number for update;
        select coalesce(s.settings ->> 'time_zone', 'UTC') into v_zone from app.sites s where s.id = p_site;
        foreach v_period in array v_new loop
            perform app.open_period(p_site, p_prompt, v_period, v_zone, clock_timestamp());
        end loop;
    end if;
    select * into v_spent from app.budget_periods b
    where b.site_id = p_site and b.prompt_id = p_prompt and b.period = 'total' for no key update;
    -- An unchanged one may be exceeded: by answers to displays that were reserved before.
    if (p_budget -> 'displays')::integer < v_spent.displays and p_budget -> 'displays' is distinct from p_before -> 'displays' then
        raise exception 'budget.displays must be at least %: so many displays are counted already.', v_spent.displays
            using errcode = 'FB422', detail = 'budget.displays';
    elsif (p_budget -> 'responses')::integer < v_spent.responses
        and p_budget -> 'responses' is distinct from p_before -> 'responses'
    then
        raise exception 'budget.responses must be at least %: so many responses are stored already.', v_spent.responses
            using errcode = 'FB422', detail = 'budget.responses';
    end if;
end $$;
comment on function app.open_budget is
    'Begins to count for what a revision has a budget and the one before had none. Raises FB422 if less than what is spent is allowed.';

create function app.open_site_budget() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_before integer := old.settings #> '{limits,displays_per_day}';
    v_now integer := new.settings #> '{limits,displays_per_day}';
begin
    if v_now is null then
        delete from app.budget_periods b where b.site_id = new.id and b.period = 'site';
    elsif v_before is null then
        perform from app.revisions r where r.site_id = new.id order by r.prompt_id, r.number for update;
        perform app.open_period(new.id, null, 'site', coalesce(new.settings ->> 'time_zone', 'UTC'), clock_timestamp());
    end if;
    return null;
end $$;
comment on function app.open_site_budget is 'Begins or ends the count of a site''s displays per day.';
create trigger a_site_counts_its_displays after update of settings on app.sites
for each row when (
    (old.settings #> '{limits,displays_per_day}' is null) <> (new.settings #> '{limits,displays_per_day}' is null))
execute function app.open_site_budget();

create or replace function app.site_limits(p_settings jsonb) returns jsonb
language plpgsql stable parallel safe set search_path = ''
as $$
begin
    return jsonb_strip_nulls(jsonb_build_object(
        'cooldown_days', coalesce(p_settings #> '{limits,cooldown_days}', '7'),
        'window_limit', p_settings #> '{limits,window,displays}',
        'window_days', p_settings #> '{limits,window,days}',
        'session_limit', p_settings #> '{limits,per_session}',
        'displays_per_day', p_settings #> '{limits,displays_per_day}',
        'holdout', nullif(p_settings #> '{limits,holdout}', '0')));
end $$;

create function app.explain_budget(c app.candidates, p_facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_spent jsonb := p_facts #> array['budgets', c.prompt_id::text];
    v_budget jsonb := c.budget;
    v_reason app.reason := app.check_budget(c, p_facts);
    v_site integer := p_facts #> '{site,displays_per_day}';
    v_rules jsonb := '[]';
begin
    if v_budget ? 'displays' then
        v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'budget',
            'passed', (v_spent -> 'displays')::integer < (v_budget -> 'displays')::integer,
            'text', format('%s of %s displays are spent', v_spent -> 'displays', v_budget -> 'displays')));
    end if;
    if v_budget ? 'responses' then
        v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'budget',
            'passed', (v_spent -> 'responses')::integer < (v_budget -> 'responses')::integer,
            'text', format('%s of %s responses are stored', v_spent -> 'responses', v_budget -> 'responses')));
    end if;
    if v_budget ? 'period' then
        v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'budget',
            'passed', (v_spent -> 'period')::integer < (v_budget #> '{period,displays}')::integer,
            'text', format('%s of %s displays of this %s are spent', v_spent -> 'period',
                v_budget #> '{period,displays}', v_budget #>> '{period,every}')));
    end if;
    if v_site is not null then
        v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'site budget',
            'passed', (p_facts #> '{budgets,site}')::integer < v_site,
            'text', format('%s of the site''s %s displays of this day are spent', p_facts #> '{budgets,site}', v_site)));
    end if;
    if (v_budget #> '{period,paced}')::boolean then
        v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'pacing',
            'passed', v_reason is distinct from 'paced',
            'text', format('%s%% of the %s has elapsed, which allows %s of %s displays',
                floor((v_spent -> 'elapsed')::numeric * 100), v_budget #>> '{period,every}',
                app.paced_allowance((v_budget #> '{period,displays}')::integer, (v_spent -> 'elapsed')::double precision),
                v_budget #> '{period,displays}')));
    end if;
    return v_rules;
end $$;
comment on function app.explain_budget is 'What is spent of the budgets of the prompt and its site, as rules; empty without one.';

create function app.describe_spent(p_allowed jsonb, p_spent integer) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return case when p_allowed is not null then jsonb_build_object('allowed', p_allowed, 'spent', p_spent,
        'left', greatest((p_allowed)::integer - p_spent, 0)) end;
end $$;

create function app.describe_budgets(p_site uuid, p_prompts uuid[]) returns table (prompt_id uuid, budget jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_now timestamptz := clock_timestamp();
    v_settings jsonb := (select s.settings from app.sites s where s.id = p_site);
    v_zone text := coalesce(v_settings ->> 'time_zone', 'UTC');
    v_day record := app.period_at('site', v_now, v_zone);
    v_per_day jsonb := v_settings #> '{limits,displays_per_day}';
    v_budget jsonb;
    v_period jsonb;
    v_total app.budget_periods;
    v record;
begin
    perform app.require_site_access(p_site);
    if v_per_day is not null then
        v_per_day := app.describe_spent(v_per_day, (app.spent_until(p_site, '00000000-0000-0000-0000-000000000000', 'site',
            v_day.starts_on, 'infinity')).displays);
    end if;
    for prompt_id, v_budget in
        select p.id, r.content -> 'budget' from unnest(p_prompts) given (id)
        join app.prompts p on p.site_id = p_site and p.id = given.id
        left join app.revisions r on r.site_id = p_site and r.prompt_id = p.id and r.number = p.published_revision
    loop
        budget := null;
        if v_budget is not null or v_per_day is not null then
            v_total := app.spent_until(p_site, prompt_id, 'total', '-infinity', 'infinity');
            v_period := v_budget -> 'period';
            if v_period is not null then
                v := app.period_at(v_period ->> 'every', v_now, v_zone);
                v_period := jsonb_build_object('every', v_period -> 'every', 'starts_on', v.starts_on,
                    'ends_at', app.format_instant(v.ends_at), 'due', case when (v_period -> 'paced')::boolean
                        then app.paced_allowance((v_period -> 'displays')::integer, v.elapsed) end)
                    || app.describe_spent(v_period -> 'displays',
                        (app.spent_until(p_site, prompt_id, v_period ->> 'every', v.starts_on, 'infinity')).displays);
            end if;
            budget := jsonb_build_object(
                'displays', app.describe_spent(v_budget -> 'displays', v_total.displays),
                'responses', app.describe_spent(v_budget -> 'responses', v_total.responses),
                'period', v_period,
                'displays_per_day', v_per_day);
        end if;
        return next;
    end loop;
end $$;
comment on function app.describe_budgets is
    'What the budgets of published revisions and of the site allow now, and what is spent and left of it, for callers who may see the site; null without a budget.';
grant execute on function app.describe_budgets to feedback_person, feedback_agent;

create or replace function app.explain_call(p_call app.call, p_prompt uuid, p_show boolean, p_until timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_event text := case when p_prompt is null then p_call.name else '' end;
    v_candidates app.candidates[] := array(
        select c from app.candidates c
        where c.site_id = p_call.site_id and c.event_name = v_event and c.prompt_id = coalesce(p_prompt, c.prompt_id));
    v_needed jsonb;
    v_facts jsonb;
    c app.candidates;
begin
    foreach c in array v_candidates loop
        v_needed := app.merge_needed_facts(v_needed, c.needed_facts);
    end loop;
    v_facts := app.load_call_facts(p_call, v_needed, app.call_facts(p_call), p_until);
    return app.explain(p_call.site_id, v_event, p_prompt, v_facts || app.budget_facts(
        p_call.site_id, p_call.settings, v_candidates, p_call.now, p_until), p_show);
end $$;

create or replace function app.explain_show(p_call app.call, p_prompt uuid, p_content jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    c app.candidates := app.compile_content(p_call.site_id, p_prompt, 0, p_call.now, '', p_content);
    v_facts jsonb := app.load_facts(app.call_facts(p_call), p_call.site_id, p_call.settings, p_call.subject_id,
        p_call.session_id, '[]', p_call.event_id, p_call.name, null, p_call.now, 'infinity')
        || app.budget_facts(p_call.site_id, p_call.settings, array[c], p_call.now, 'infinity');
begin
    return jsonb_build_object('reason', app.evaluate(c, v_facts, true),
        'rules', app.explain_rules(c, p_content, v_facts, true));
end $$;

reset role;
