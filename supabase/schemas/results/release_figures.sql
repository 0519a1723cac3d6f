create or replace function app.release_figures(
    p_site uuid, p_prompt uuid, p_filter jsonb, p_figures jsonb, p_before timestamptz, p_now timestamptz)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_figures jsonb;
begin
    if p_site not in (select app.sites_for('viewer')) then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
    -- Two readers at once would otherwise release figures that differ by one answer.
    insert into app.released_figures as r (site_id, prompt_id, filter, figures, released_at)
    values (p_site, p_prompt, app.hash_filter(p_filter), p_figures, p_now)
    on conflict (site_id, prompt_id, filter) do update
    set figures = excluded.figures, released_at = greatest(excluded.released_at, r.released_at + interval '1 microsecond')
    where r.released_at = p_before
    returning r.figures into v_figures;
    if not found then
        select r.figures into v_figures from app.released_figures r
        where r.site_id = p_site and r.prompt_id = p_prompt and r.filter = app.hash_filter(p_filter);
    end if;
    return v_figures;
end $$;
comment on function app.release_figures is
    'Stores the figures that links with this filter show from now on, unless others were released since p_before. Returns those that are stored.';
grant execute on function app.release_figures to feedback_person;
