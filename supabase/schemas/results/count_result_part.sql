create or replace function app.count_result_part(
    p_site uuid, p_prompt uuid, p_from timestamptz, p_to timestamptz, p_filter jsonb default '{}',
    p_from_id uuid default '00000000-0000-0000-0000-000000000000', p_to_id uuid default '00000000-0000-0000-0000-000000000000')
returns jsonb
language sql stable set search_path = ''
as $$
    select app.count_figures(p_site, p_prompt,
        app.between_rows_sql('d.reserved_at', 'd.id', p_from, p_from_id, p_to, p_to_id),
        app.between_rows_sql('r.created_at', 'r.display_id', p_from, p_from_id, p_to, p_to_id), p_filter)
$$;
comment on function app.count_result_part is 'Counts the figures of a part of results, from a time and display on and before another.';

create or replace function app.between_rows_sql(
    p_at text, p_id text, p_from timestamptz, p_from_id uuid, p_to timestamptz, p_to_id uuid)
returns text
language sql stable set search_path = ''
as $$
    select format('%1$s >= %3$L and (%1$s > %3$L or %2$s >= %4$L) and %1$s <= %5$L and (%1$s < %5$L or %2$s < %6$L)',
        p_at, p_id, p_from, p_from_id, p_to, p_to_id)
$$;
comment on function app.between_rows_sql is 'The rows from a time and an id on and before another, as SQL.';
