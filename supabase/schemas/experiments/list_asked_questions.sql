create or replace function app.list_asked_questions(p_content jsonb) returns setof jsonb
language sql immutable set search_path = ''
as $$
    select q from jsonb_array_elements(p_content -> 'questions') q
    union all
    select q from jsonb_array_elements(p_content #> '{experiment,variants}') v, jsonb_array_elements(v -> 'questions') q
$$;
comment on function app.list_asked_questions is 'The questions of a content, then those of its variants.';
grant execute on function app.list_asked_questions to feedback_agent, feedback_person;
