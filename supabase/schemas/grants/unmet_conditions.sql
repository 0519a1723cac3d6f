create or replace function app.most_weekly_displays(p_budget jsonb) returns bigint
language sql immutable parallel safe set search_path = ''
as $$
    -- All displays of a month may fall into one week, and those of two months into the week in which they meet.
    select least((p_budget -> 'displays')::bigint,
        (p_budget #> '{period,displays}')::bigint
            * case p_budget #>> '{period,every}' when 'day' then 7 when 'week' then 1 else 2 end)
$$;
comment on function app.most_weekly_displays is 'The most displays that a budget allows in one week, from Monday; null without a limit on displays.';

create or replace function app.unmet_forecast(p_condition jsonb, p_revision app.revisions) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    f app.revision_forecasts;
begin
    if not p_revision.content ? 'trigger' then
        return '{"reason": "no_trigger"}';
    end if;
    select x.* into f from app.revision_forecasts x
    where x.site_id = p_revision.site_id and x.prompt_id = p_revision.prompt_id and x.revision = p_revision.number
      and x.sha256 = p_revision.sha256 and x.live = app.hash_live_prompts(p_revision.site_id)
      and x.finished_at is not null and x.started_at > clock_timestamp() - interval '60 minutes';
    if not found then
        return '{"reason": "missing"}';
    elsif f.people is null or f.loss is null then
        return '{"reason": "unknown"}';
    elsif f.people > (p_condition -> 'people')::integer then
        return jsonb_build_object('reason', 'people', 'forecast_people', f.people);
    elsif f.loss > (p_condition -> 'others_lose_percent')::double precision then
        return jsonb_build_object('reason', 'loss', 'forecast_percent', ceil(f.loss * 10) / 10, 'survey_id', f.loser);
    end if;
    return null;
end $$;

create or replace function app.is_known_condition(p_condition jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
    select case p_condition ->> 'kind'
        when 'texts_only' then true
        when 'prompts' then jsonb_typeof(p_condition -> 'prompts') = 'array'
        when 'weekly_budget' then jsonb_typeof(p_condition -> 'displays') = 'number'
        when 'forecast' then jsonb_typeof(p_condition -> 'people') = 'number'
            and jsonb_typeof(p_condition -> 'others_lose_percent') = 'number'
        when 'uses' then jsonb_typeof(p_condition -> 'times') = 'number'
    end is true
$$;
comment on function app.is_known_condition is 'Whether this version can check the condition.';

create or replace function app.unmet_condition(
    p_condition jsonb, p_grant app.grants, p_prompt app.prompts, p_revision app.revisions) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_fields text[];
    v_displays bigint;
begin
    case p_condition ->> 'kind'
        when 'texts_only' then
            v_fields := (select app.changes_beyond_texts(r.content, p_revision.content) from app.revisions r
                where r.site_id = p_prompt.site_id and r.prompt_id = p_prompt.id and r.number = p_prompt.published_revision);
            return case when v_fields is null then '{"fields": null}'
                when v_fields <> '{}' then jsonb_build_object('fields', v_fields) end;
        when 'prompts' then
            return case when not (p_condition -> 'prompts') ? p_prompt.id::text then '{}' end;
        when 'weekly_budget' then
            v_displays := app.most_weekly_displays(p_revision.content -> 'budget');
            return case when v_displays is null or v_displays > (p_condition -> 'displays')::bigint
                then jsonb_build_object('budget_displays', v_displays) end;
        when 'forecast' then
            return app.unmet_forecast(p_condition, p_revision);
        when 'uses' then
            return case when p_grant.uses >= (p_condition -> 'times')::integer then '{}' end;
    end case;
end $$;

create or replace function app.unmet_conditions(p_grant app.grants, p_prompt uuid, p_revision integer) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_prompt app.prompts;
    v_revision app.revisions;
    v_condition jsonb;
    v_fact jsonb;
    v_unmet jsonb := '[]';
begin
    select p.* into strict v_prompt from app.prompts p where p.site_id = p_grant.site_id and p.id = p_prompt;
    select r.* into strict v_revision from app.revisions r
    where r.site_id = p_grant.site_id and r.prompt_id = p_prompt and r.number = p_revision;
    -- What a person paused stays paused.
    if v_prompt.state not in ('draft', 'published') then
        v_unmet := v_unmet || jsonb_build_object('kind', 'state', 'state', v_prompt.state);
    end if;
    if p_grant.expires_at <= now() then
        v_unmet := v_unmet || jsonb_build_object('kind', 'until', 'at', app.format_instant(p_grant.expires_at));
    end if;
    for v_condition in select jsonb_array_elements(p_grant.conditions) loop
        -- What cannot be checked does not hold.
        if not app.is_known_condition(v_condition) then
            v_unmet := v_unmet || '{"kind": "unknown"}'::jsonb;
            continue;
        end if;
        v_fact := app.unmet_condition(v_condition, p_grant, v_prompt, v_revision);
        if v_fact is not null then
            v_unmet := v_unmet || (app.name_prompts(p_grant.site_id, v_condition) || v_fact);
        end if;
    end loop;
    return v_unmet;
end $$;
comment on function app.unmet_conditions is
    'The conditions of a grant that do not hold for publishing a revision now, each with what is the case instead: unmetConditionSchema of the contract.';
