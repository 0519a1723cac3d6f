create or replace function app.hash_live_prompts(p_site uuid) returns text
language sql stable set search_path = ''
as $$
    select encode(sha256(convert_to(concat_ws(' ', s.settings, (
        select string_agg(concat(p.id, ':', p.published_revision), ' ' order by p.id)
        from app.prompts p where p.site_id = p_site and p.state = 'published')), 'UTF8')), 'hex')
    from app.sites s where s.id = p_site
$$;
comment on function app.hash_live_prompts is 'Identifies the prompts that are live on a site, and its settings: a forecast holds only with these.';

create or replace function app.largest_loss(p_others jsonb, out percent double precision, out survey_id text)
language sql immutable parallel safe set search_path = ''
as $$
    select 100 * x.lost / x.displays_without, case when x.lost > 0 then x.survey_id end
    from (
        -- The lower bound of the change: what is uncertain counts as lost.
        select p ->> 'survey_id' as survey_id, (p -> 'displays_without')::double precision as displays_without,
            (p -> 'change_error')::double precision - (p -> 'change')::double precision as loss
        from jsonb_array_elements(p_others -> 'prompts') p) l
    cross join lateral (select l.displays_without, l.survey_id, case when l.loss < 0 then 0 else l.loss end as lost) x
    where x.displays_without is distinct from 0
    union all select case when jsonb_typeof(p_others -> 'prompts') = 'array' then 0 end, null
    -- What is missing comes first.
    order by 1 desc nulls first, 2 limit 1
$$;
comment on function app.largest_loss is 'The prompt that loses the largest share of its displays, by the `others` of app.forecast_portfolio. Null if a figure is missing.';

create or replace function app.advance_forecast(p_site uuid, p_prompt uuid, p_revision integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_revision app.revisions;
    v_live text;
    v_step jsonb;
    v_is_complete boolean;
    f app.revision_forecasts;
begin
    perform app.require_site_access(p_site);
    select r.* into v_revision from app.revisions r
    where r.site_id = p_site and r.prompt_id = p_prompt and r.number = p_revision;
    if not found or not v_revision.content ? 'trigger' then
        return true;
    end if;
    v_live := app.hash_live_prompts(p_site);
    insert into app.revision_forecasts (site_id, prompt_id, revision, sha256, live, started_at)
    values (p_site, p_prompt, p_revision, v_revision.sha256, v_live, clock_timestamp()) on conflict do nothing;
    select x.* into f from app.revision_forecasts x
    where x.site_id = p_site and x.prompt_id = p_prompt and x.revision = p_revision for update;
    if f.live <> v_live or f.started_at <= clock_timestamp() - interval '60 minutes' then
        f.started_at := clock_timestamp();
        f.finished_at := null;
        f.next := null;
    elsif f.finished_at is not null then
        return true;
    end if;
    v_step := app.forecast_portfolio(p_site, v_revision.content, 30, f.started_at, 20000, f.next);
    f.next := nullif(v_step -> 'next', 'null');
    if f.next is null then
        f.finished_at := clock_timestamp();
        -- A longer list of other prompts is cut.
        v_is_complete := (select count(distinct (k.c).prompt_id) <= 50
            from app.portfolio_candidates(p_site, v_revision.content, f.started_at - interval '30 days', f.started_at) k);
        f.people := (v_step -> 'high')::integer;
        select case when v_is_complete then l.percent end, l.survey_id into f.loss, f.loser
        from app.largest_loss(v_step -> 'others') l;
    end if;
    update app.revision_forecasts x
    set sha256 = v_revision.sha256, live = v_live, started_at = f.started_at, finished_at = f.finished_at, next = f.next,
        people = f.people, loss = f.loss, loser = f.loser
    where x.site_id = p_site and x.prompt_id = p_prompt and x.revision = p_revision;
    return f.finished_at is not null;
end $$;
comment on function app.advance_forecast is
    'Runs the next short step of the stored forecast of a revision, and returns whether the forecast is finished. Starts over after 60 minutes, and when other prompts are live. No caller can store other figures.';
grant execute on function app.advance_forecast to feedback_agent;
