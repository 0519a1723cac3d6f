create or replace function app.find_parts(
    p_site uuid, p_prompts uuid[], p_from timestamptz default '-infinity', p_to timestamptz default 'infinity',
    p_shown_from timestamptz default '-infinity', p_zone text default null)
returns table (prompt_id uuid, from_at timestamptz, to_at timestamptz, day date, marked_in xid8, figures jsonb, size integer,
    displays integer, unconfirmed integer, answered integer, given boolean, shown boolean)
language sql stable set search_path = ''
as $$
    select k.prompt_id, k.from_at, k.to_at, k.day, k.marked_in, k.figures, k.size, k.displays, k.unconfirmed, k.answered,
        k.given, k.shown
    from (
        -- A part is either within another one or apart from it, so only those before it can contain it.
        select m.*, m.to_at > coalesce(max(m.to_at) over before, '-infinity') as given,
            m.from_at >= p_shown_from
                and m.to_at > coalesce(max(m.to_at) filter (where m.from_at >= p_shown_from) over before, '-infinity') as shown
        from app.result_parts m
        where m.site_id = p_site and m.prompt_id = any(p_prompts) and m.figures is not null
          and m.zone = coalesce(p_zone, (select app.site_time_zone(p_site))) and m.from_at >= p_from and m.to_at <= p_to
        window before as (partition by m.prompt_id order by m.from_at, m.to_at desc rows between unbounded preceding and 1 preceding)
    ) k
    where k.given or k.shown
    order by k.prompt_id, k.from_at, k.to_at desc
$$;
comment on function app.find_parts is 'The largest parts of results in a period, none of them within another: `given` for what is counted from `p_from` on, `shown` for what is counted from `p_shown_from` on. In the time zone of the site, which only its readers may know, or in another one.';
grant execute on function app.find_parts to feedback_agent, feedback_person;
