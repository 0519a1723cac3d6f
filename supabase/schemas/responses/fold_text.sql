create or replace function app.fold_text(p_text text) returns text
language sql immutable parallel safe set search_path = ''
as $$ select lower(normalize(p_text, nfkc)) $$;
comment on function app.fold_text is 'The text as searches compare it: the same letters, however they are composed, in any case and width.';
grant execute on function app.fold_text to feedback_agent, feedback_person;

create or replace function app.fold_answer(p_answers jsonb, p_question text) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
    select case jsonb_typeof(p_answers -> p_question)
        when 'string' then jsonb_build_object(p_question, app.fold_text(p_answers ->> p_question))
        else coalesce(p_answers, '{}') end
$$;
comment on function app.fold_answer is 'Answers to test for words in the answer to a question: where it is a text, that text alone, folded.';
grant execute on function app.fold_answer to feedback_agent, feedback_person;

create or replace function app.looks_for_words(p_condition jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select p_condition ? 'answer' and p_condition ->> 'op' in ('contains', 'not_contains', 'starts_with') $$;
comment on function app.looks_for_words is 'Whether a condition compares words in an answer, which are folded. F/manage/filters/meets-condition.ts asks the same.';
