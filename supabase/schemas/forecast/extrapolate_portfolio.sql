create or replace function app.extrapolate_portfolio(
    p_site uuid, p_sums jsonb, p_shared jsonb, p_reserved jsonb, p_draft uuid, p_share double precision, p_claimed double precision,
    p_now timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return (
        with sums as (
            select p.key as prompt, (p_sums -> p.key ->> 0)::double precision / p_share as without,
                (p_sums -> p.key ->> 1)::double precision / p_share as "with", (p_sums -> p.key ->> 2)::double precision / p_share as was,
                app.sum_error(coalesce((p_sums -> p.key ->> 5)::bigint, 0), coalesce((p_sums -> p.key ->> 9)::bigint, 0), p_share, p_claimed) as was_error,
                app.sum_error(coalesce((p_sums -> p.key ->> 6)::bigint, 0), coalesce((p_sums -> p.key ->> 9)::bigint, 0), p_share, p_claimed) as change_error,
                coalesce((p_reserved ->> p.key)::bigint, 0) as reserved, p_shared -> p.key as shared
            from (select '' as key union select jsonb_object_keys(p_sums) union select jsonb_object_keys(p_reserved)
                union select jsonb_object_keys(p_shared)) p
        ),
        found as (
            select s.prompt, coalesce((s.shared #>> '{1,displays}')::double precision, s.without, 0) as without,
                coalesce((s.shared #>> '{2,displays}')::double precision, s."with", 0) as "with",
                coalesce((s.shared #>> '{4,displays}')::double precision, s.was, 0) as was, coalesce(s.was, 0) as was_sum, s.was_error,
                coalesce((s.shared #>> '{4,uncertain}')::double precision, 1) as was_uncertain,
                s.change_error * greatest(coalesce((s.shared #>> '{1,uncertain}')::double precision, 1),
                    coalesce((s.shared #>> '{2,uncertain}')::double precision, 1)) as change_error, s.reserved
            from sums s
        ),
        estimate as (
            select f.*, row_number() over (order by abs(f."with" - f.without) desc, f.without desc, f.prompt) as place
            from found f where f.prompt <> '' and f.prompt is distinct from p_draft::text
        )
        select jsonb_build_object(
            'prompts', coalesce((
                select jsonb_agg(jsonb_build_object('prompt', e.prompt, 'survey_id', p.survey_id, 'name', r.content ->> 'name',
                    'displays_without', round(e.without), 'displays_with', round(e."with"), 'change', round(e."with" - e.without),
                    'change_error', ceil(e.change_error))
                    order by e.place)
                from estimate e
                join app.prompts p on p.site_id = p_site and p.id = e.prompt::uuid and p.state = 'published'
                join app.revisions r on r.site_id = p_site and r.prompt_id = p.id and r.number = p.published_revision
                where e.place <= 50 and coalesce((r.content #>> '{timing,ends_at}')::timestamptz > p_now, true)), '[]'),
            'backtest', (
                select jsonb_build_object('replayed', round(f.was + (select coalesce(sum(x.was - x.was_sum), 0) from found x where x.prompt <> '')),
                    'error', ceil(f.was_error * coalesce((select sqrt(sum(x.was * x.was_uncertain ^ 2) / nullif(sum(x.was), 0))
                        from found x where x.prompt <> ''), 1)),
                    'reserved', (select coalesce(sum(x.value::bigint), 0) from jsonb_each_text(p_reserved) x),
                    'prompts', coalesce((select jsonb_agg(jsonb_build_object('prompt', b.prompt, 'survey_id', p.survey_id,
                        'replayed', round(b.was), 'error', ceil(b.was_error * b.was_uncertain),
                        'reserved', b.reserved) order by b.reserved desc, b.prompt)
                        from (select * from found x where x.prompt <> '' order by x.reserved desc, x.was desc, x.prompt limit 50) b
                        join app.prompts p on p.site_id = p_site and p.id = b.prompt::uuid), '[]'))
                from found f where f.prompt = '')));
end $$;
comment on function app.extrapolate_portfolio is
    'Extrapolates the sums of app.replay_portfolio, but takes the displays of app.shared_displays where there are any: for the other live prompts what changes, those that change most first, and a comparison of what was replayed as it was with the displays that were reserved.';
