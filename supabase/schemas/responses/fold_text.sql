create or replace function app.fold_text(p_text text) returns text
language sql immutable parallel safe set search_path = ''
as $$ select lower(normalize(p_text, nfkc)) $$;
comment on function app.fold_text is 'The text as searches compare it: the same letters, however they are composed, in any case and width.';
grant execute on function app.fold_text to feedback_agent, feedback_person;

create or replace function app.fold_value(p_value jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
    select case jsonb_typeof(p_value)
        when 'string' then to_jsonb(app.fold_text(p_value #>> '{}'))
        when 'array' then (select coalesce(jsonb_agg(case jsonb_typeof(e.value)
            when 'string' then to_jsonb(app.fold_text(e.value #>> '{}')) else e.value end order by e.n), '[]')
            from jsonb_array_elements(p_value) with ordinality e (value, n))
        else p_value end
$$;
comment on function app.fold_value is 'An answer whose words are compared: its text, or each of its choices, folded.';
grant execute on function app.fold_value to feedback_agent, feedback_person;

create or replace function app.fold_answer(p_answers jsonb, p_question text) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
    select case when p_answers ? p_question
        then jsonb_build_object(p_question, app.fold_value(p_answers -> p_question)) else '{}' end
$$;
comment on function app.fold_answer is 'The answer to a question alone, folded, to test it for words.';
grant execute on function app.fold_answer to feedback_agent, feedback_person;

create or replace function app.looks_for_words(p_condition jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select p_condition ? 'answer' and p_condition ->> 'op' in ('contains', 'not_contains', 'starts_with') $$;
comment on function app.looks_for_words is 'Whether a condition compares words in an answer, which are folded. F/manage/filters/meets-condition.ts asks the same.';
