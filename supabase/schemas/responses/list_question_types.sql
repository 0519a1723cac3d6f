create or replace function app.list_question_types(variadic p_kinds text[]) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
    select array_agg(t.type) from (values
        ('rating', 'score'), ('nps', 'score'), ('single_choice', 'choice'), ('multiple_choice', 'choices'),
        ('short_text', 'text'), ('long_text', 'text'), ('yes_no', 'yes_no'), ('consent', 'yes_no'), ('message', 'none'),
        ('screenshot', 'picture')
    ) t (type, kind) where t.kind = any(p_kinds)
$$;
comment on function app.list_question_types is
    'The types of question whose answers are of one of these kinds, as in the contract. The only list of types in SQL: called with constants, it is evaluated once, when a statement is planned.';
