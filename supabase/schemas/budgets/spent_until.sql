create or replace function app.spent_until(
    p_site uuid, p_prompt uuid, p_period text, p_starts_on date, p_until timestamptz, out displays integer, out responses integer)
language plpgsql stable set search_path = ''
as $$
declare
    v_later integer;
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
            if app.published_budget(p_site, p_prompt) ->> 'count' = 'final' then
                select count(*) into v_later from app.responses r
                where r.site_id = p_site and r.prompt_id = p_prompt and r.final and r.updated_at > p_until;
            else
                select count(*) into v_later from app.responses r
                where r.site_id = p_site and r.prompt_id = p_prompt and r.created_at > p_until;
            end if;
            responses := greatest(0, responses - v_later);
        end if;
    end if;
end $$;
comment on function app.spent_until is 'The counts of a period, without displays and responses after p_until.';
