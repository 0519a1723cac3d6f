-- Filters of responses and displays: each condition alone, over the one column that it is about, because results
-- test a million rows. Groups of conditions are written as SQL (F/manage/filters/meets-condition.ts).
create or replace function app.compile_filter(p_condition jsonb, out path text, out vars jsonb)
language plpgsql immutable set search_path = ''
as $$
declare
    v_key text := '$.' || to_json(coalesce(p_condition ->> 'answer', p_condition ->> 'trait', p_condition ->> 'context'));
begin
    vars := '{}';
    if p_condition ? 'answer' then
        select c.path, c.vars into path, vars from app.compile_answer(p_condition, v_key, vars) c;
    else
        select c.path, c.vars into path, vars from app.compile_comparison(p_condition,
            case when p_condition ->> 'context' in ('language', 'prefilled') then v_key || '[*]' else v_key end, '$.date', vars) c;
    end if;
end $$;
comment on function app.compile_filter is
    'Compiles one condition of responseConditionSchema to a jsonpath predicate over answers, traits or a context. A condition on a date is over {date, now}.';

create or replace function app.filter_path(p_condition jsonb) returns jsonpath
language sql immutable security definer set search_path = ''
as $$ select c.path::jsonpath from app.compile_filter(p_condition) c $$;
comment on function app.filter_path is 'The predicate of one condition; its values are in app.filter_vars.';
grant execute on function app.filter_path to feedback_agent, feedback_person;

create or replace function app.filter_vars(p_condition jsonb) returns jsonb
language sql immutable security definer set search_path = ''
as $$ select c.vars from app.compile_filter(p_condition) c $$;
comment on function app.filter_vars is 'The values of app.filter_path.';
grant execute on function app.filter_vars to feedback_agent, feedback_person;

create or replace function app.filter_date(p_value jsonb, p_now timestamptz) returns jsonb
language sql immutable security definer set search_path = ''
as $$
    select jsonb_strip_nulls(jsonb_build_object('now', app.epoch(p_now),
        'date', case jsonb_typeof(p_value) when 'string' then app.parse_instant(p_value #>> '{}') end))
$$;
comment on function app.filter_date is 'What a condition on a date is tested against: the date in the value, if there is one, and the time of the display.';
grant execute on function app.filter_date to feedback_agent, feedback_person;
