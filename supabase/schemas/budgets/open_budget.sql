-- Publishing a prompt with a budget, or setting the budget of a site, counts what is already used.
create or replace function app.list_counters(p_budget jsonb) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
    return array_remove(array[
        case when p_budget ?| array['displays', 'responses'] then 'total' end, p_budget #>> '{period,every}'], null);
end $$;
comment on function app.list_counters is 'The periods in which the displays of a prompt with this budget are counted.';

create or replace function app.open_period(p_site uuid, p_prompt uuid, p_period text, p_zone text, p_now timestamptz, p_count text default 'all') returns void
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
    -- Displays reserved so far may still be released.
    update app.displays d set charges = coalesce(d.charges, '{}') || v_charge
    where d.site_id = p_site and d.prompt_id = any(v_prompts) and d.state = 'reserved'
      and d.reserved_at >= coalesce(v.starts_at, '-infinity');
    select count(*) into v_displays from app.displays d
    where d.site_id = p_site and d.prompt_id = any(v_prompts) and d.state <> 'released'
      and d.reserved_at >= coalesce(v.starts_at, '-infinity');
    if p_period = 'total' then
        v_displays := v_displays + (select coalesce(sum(l.displays), 0) from app.display_totals l
            where l.site_id = p_site and l.prompt_id = p_prompt);
        select count(*) into v_responses from app.responses r
        where r.site_id = p_site and r.prompt_id = p_prompt and (p_count = 'all' or r.final);
    end if;
    -- Responses are counted where there is a row.
    if v_displays > 0 or p_period = 'total' then
        insert into app.budget_periods (site_id, prompt_id, period, starts_on, displays, responses)
        values (p_site, v_prompt, p_period, v.starts_on, v_displays, v_responses);
    end if;
end $$;
comment on function app.open_period is
    'Starts counting: initializes the current period with the stored displays and responses. The caller has locked the revisions of the prompts, which new displays reference.';

create or replace function app.open_budget(p_site uuid, p_prompt uuid, p_before jsonb, p_budget jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
    v_new text[] := array(
        select n from unnest(app.list_counters(p_budget)) n where n <> all(app.list_counters(p_before))
            or n = 'total' and coalesce(p_budget ->> 'count', 'all') <> coalesce(p_before ->> 'count', 'all') order by 1);
    v_zone text;
    v_period text;
    v_spent app.budget_periods;
begin
    if p_budget is distinct from p_before then
        -- Waits for displays of earlier revisions that are being reserved; later ones find this budget (app.reserve).
        -- Locked before the rows of the budget, in the same order as a display does.
        perform from app.revisions r where r.site_id = p_site and r.prompt_id = p_prompt order by r.number for update;
    end if;
    if v_new <> '{}' then
        -- They will be charged below. A release, too, locks its display before the rows of the budget.
        perform from app.displays d
        where d.site_id = p_site and d.prompt_id = p_prompt and d.state = 'reserved' order by d.id for no key update;
    end if;
    delete from app.budget_periods b
    where b.site_id = p_site and b.prompt_id = p_prompt
      and (b.period <> all(app.list_counters(p_budget)) or b.period = any(v_new));
    if v_new <> '{}' then
        select coalesce(s.settings ->> 'time_zone', 'UTC') into v_zone from app.sites s where s.id = p_site;
        foreach v_period in array v_new loop
            perform app.open_period(p_site, p_prompt, v_period, v_zone, clock_timestamp(), coalesce(p_budget ->> 'count', 'all'));
        end loop;
    end if;
    select * into v_spent from app.budget_periods b
    where b.site_id = p_site and b.prompt_id = p_prompt and b.period = 'total' for no key update;
    -- An unchanged budget may be exceeded by answers to displays that were reserved before.
    if (p_budget -> 'displays')::integer < v_spent.displays and p_budget -> 'displays' is distinct from p_before -> 'displays' then
        raise exception 'budget.displays must be at least %, the number of displays counted so far.', v_spent.displays
            using errcode = 'FB422', detail = 'budget.displays';
    elsif (p_budget -> 'responses')::integer < v_spent.responses
        and (p_budget -> 'responses', coalesce(p_budget ->> 'count', 'all'))
            is distinct from (p_before -> 'responses', coalesce(p_before ->> 'count', 'all'))
    then
        raise exception 'budget.responses must be at least %, the number of responses stored so far.', v_spent.responses
            using errcode = 'FB422', detail = 'budget.responses';
    end if;
end $$;
comment on function app.open_budget is
    'Starts counting for each budget that a revision has and the previous one did not. Raises FB422 if a budget is lower than what is already used.';

create or replace function app.open_site_budget() returns trigger
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
comment on function app.open_site_budget is 'Starts or stops counting a site''s displays per day.';
create trigger a_site_counts_its_displays after update of settings on app.sites
for each row when (
    (old.settings #> '{limits,displays_per_day}' is null) <> (new.settings #> '{limits,displays_per_day}' is null))
execute function app.open_site_budget();
