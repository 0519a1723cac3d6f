create or replace function app.questions_without_texts(p_questions jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
    select jsonb_agg(q.question
            - array['title', 'help', 'low_label', 'high_label', 'placeholder', 'yes_label', 'no_label', 'label', 'text']
        || case when q.question ? 'options' then jsonb_build_object('options', (
                select jsonb_agg(o.option - 'label' order by o.at)
                from jsonb_array_elements(q.question -> 'options') with ordinality o (option, at))) else '{}' end
        -- Whether there is a field for other answers, or a link, is no text.
        || case when q.question ? 'other_label' then '{"other_label": true}' else '{}'::jsonb end
        || case when q.question ? 'button' then jsonb_build_object('button', (q.question -> 'button') - 'label') else '{}' end
        order by q.at)
    from jsonb_array_elements(p_questions) with ordinality q (question, at)
$$;

create or replace function app.without_texts(p_content jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
    select p_content - array['name', 'thank_you', 'button_labels', 'translations']
        || jsonb_build_object('questions', app.questions_without_texts(p_content -> 'questions'))
        || case when p_content ? 'ask_later' then jsonb_build_object('ask_later', (
                select jsonb_agg(c.choice - 'label' order by c.at)
                from jsonb_array_elements(p_content #> '{ask_later,choices}') with ordinality c (choice, at))) else '{}' end
        || case when p_content ? 'experiment' then jsonb_build_object('experiment',
            (p_content -> 'experiment') || jsonb_build_object('variants', (
                select jsonb_agg(v.variant - array['thank_you', 'translations']
                    || case when v.variant ? 'questions'
                        then jsonb_build_object('questions', app.questions_without_texts(v.variant -> 'questions'))
                        else '{}' end order by v.at)
                from jsonb_array_elements(p_content #> '{experiment,variants}') with ordinality v (variant, at)))) else '{}' end
$$;
comment on function app.without_texts is
    'A content of promptSchema without what visitors only read. A field that it does not know counts as no text.';

create or replace function app.changes_beyond_texts(p_before jsonb, p_after jsonb) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
    select coalesce(array_agg(key order by key), '{}')
    from jsonb_each(app.without_texts(p_before)) b full join jsonb_each(app.without_texts(p_after)) a using (key)
    where a.value is distinct from b.value
$$;
comment on function app.changes_beyond_texts is 'The fields of a prompt in which two contents differ by more than texts.';
