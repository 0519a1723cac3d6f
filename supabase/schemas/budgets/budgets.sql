create or replace function app.paced_allowance(p_displays integer, p_share double precision) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    -- Rounded, because 23 × (13 / 23) may be less than 13.
    return least(p_displays, floor(round((p_displays * p_share)::numeric, 9))::integer + 1);
end $$;
comment on function app.paced_allowance is
    'How many displays of a paced period may be reserved once a share of it has elapsed: the first immediately, the last in the last part.';

create or replace function app.check_budget(c app.candidates, p_facts jsonb) returns app.reason
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

create or replace function app.change_spending(p_site uuid, p_prompt uuid, p_charges jsonb, p_by integer) returns void
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

create or replace function app.list_charges(p_settings jsonb, p_budget jsonb, p_now timestamptz) returns jsonb
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

create or replace function app.allowed_displays(p_period text, p_settings jsonb, p_budget jsonb) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case p_period when 'total' then p_budget -> 'displays'
        when 'site' then p_settings #> '{limits,displays_per_day}'
        else case when p_budget #>> '{period,every}' = p_period then p_budget #> '{period,displays}' end end;
end $$;
comment on function app.allowed_displays is
    'How many displays a period of app.budget_periods may have by the budgets of a prompt and its site; null without a limit.';

create or replace function app.note_reached(
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

create or replace function app.published_budget(p_site uuid, p_prompt uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return (
        select r.content -> 'budget' from app.prompts p
        join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p.published_revision
        where p.site_id = p_site and p.id = p_prompt);
end $$;
comment on function app.published_budget is 'The budget of the published revision, also while the prompt is paused; null without one.';

create or replace function app.count_response(p_site uuid, p_prompt uuid, p_is_new boolean, p_is_final boolean, p_now timestamptz)
returns void
language plpgsql set search_path = ''
as $$
declare
    -- A paused prompt has no candidate.
    v_budget jsonb := app.published_budget(p_site, p_prompt);
    v_spent integer;
begin
    -- A final response does not change again, so it is stored as final once.
    if not (case when v_budget ->> 'count' = 'final' then p_is_final else p_is_new end) then
        return;
    end if;
    update app.budget_periods b set responses = b.responses + 1
    where b.site_id = p_site and b.prompt_id = p_prompt and b.period = 'total'
    returning b.responses into v_spent;
    if not found then
        return;
    end if;
    if v_spent = (v_budget -> 'responses')::integer then
        perform app.note_reached(p_site, p_prompt, 'responses', null, v_spent, null, p_now);
    end if;
end $$;
comment on function app.count_response is 'Counts a response of a prompt with a budget when it is new, or when it is final if the budget counts those only.';

create or replace function app.follow_release() returns trigger
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
