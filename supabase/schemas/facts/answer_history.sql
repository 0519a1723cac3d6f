create or replace function app.answer_history(p_site uuid, p_subject uuid, p_needed jsonb, p_now timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_history jsonb := '{}';
    v_survey text;
    v_question text;
    v_at timestamptz;
    v_answer jsonb;
begin
    -- One look-up by the whole key for each, so that one plan serves all values.
    for v_place in 0..jsonb_array_length(p_needed) - 1 loop
        v_survey := p_needed -> v_place ->> 'prompt';
        v_question := p_needed -> v_place ->> 'answer';
        select r.created_at, r.answers -> v_question into v_at, v_answer
        from app.responses r
        where r.site_id = p_site and r.subject_id = p_subject
          and r.prompt_id = (select p.id from app.prompts p where p.site_id = p_site and p.survey_id = v_survey)
          and r.created_at <= p_now and app.has_answer(r.answers)
        order by r.created_at desc limit 1;
        if found then
            v_history := v_history || jsonb_build_object(v_survey || '/' || v_question, app.answer_fact(v_at, v_answer));
        end if;
    end loop;
    return v_history;
end $$;
comment on function app.answer_history is
    'Answers in the subject''s latest response to each prompt, by survey ID and question. A response without any answer does not count.';

create or replace function app.answer_fact(p_at timestamptz, p_answer jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return jsonb_build_object('at', app.epoch(p_at))
        || case when p_answer <> 'null' then jsonb_build_object('value', p_answer) else '{}' end;
end $$;
comment on function app.answer_fact is 'An answer and the time of its response; without `value` if the question was skipped.';
