create or replace function app.answers_of_display(p_site uuid, p_display uuid, p_survey text, p_needed jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return (
        select (
            select coalesce(jsonb_object_agg(n.question, r.answers -> n.question), '{}')
            from (select e ->> 'answer' as question from jsonb_array_elements(p_needed) e where e ->> 'prompt' = p_survey) n
            where r.answers ? n.question)
        from app.responses r
        where r.site_id = p_site and r.display_id = p_display and app.has_answer(r.answers));
end $$;
comment on function app.answers_of_display is
    'The answers that a display was given, of those that rules read. Null without a response, or with one without any answer.';
