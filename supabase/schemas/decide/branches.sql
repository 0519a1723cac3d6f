-- Branches on earlier prompts are decided when a prompt is displayed, and stay so for that display.
create or replace function app.has_earlier_answers(p_content jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return p_content @? '$.questions[*].branches[*].when.prompt';
end $$;
comment on function app.has_earlier_answers is 'Whether a branch of a content depends on an answer to an earlier prompt.';

create or replace function app.find_met_branches(p_site uuid, p_subject uuid, p_content jsonb, p_now timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_facts jsonb := jsonb_build_object('now', app.epoch(p_now), 'history', jsonb_build_object('answers',
        app.answer_history(p_site, p_subject, (
            select jsonb_agg(distinct w - '{op,value,within_days}'::text[])
            from jsonb_path_query(p_content, '$.questions[*].branches[*].when ? (exists(@.prompt))') w), p_now)));
begin
    return (
        select coalesce(jsonb_object_agg(m.question, m.branches), '{}')
        from (
            select q.question ->> 'id' as question, jsonb_agg(b.at - 1 order by b.at) as branches
            from jsonb_array_elements(p_content -> 'questions') q (question)
            cross join lateral jsonb_array_elements(q.question -> 'branches') with ordinality b (branch, at)
            where b.branch -> 'when' ? 'prompt' and app.meets_earlier_answer(b.branch -> 'when', v_facts)
            group by 1) m
    );
end $$;
comment on function app.find_met_branches is
    'The branches of a content whose condition on an earlier prompt holds for a subject: their indexes, by question ID.';

create or replace function app.meets_earlier_answer(p_condition jsonb, p_facts jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
    r record := app.compile_condition(p_condition, 'declared', '{}');
begin
    return jsonb_path_match(p_facts, r.path::jsonpath, r.vars, true);
end $$;

create or replace function app.settle_display(p_site uuid, p_display uuid, p_content jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
    d app.displays;
begin
    select * into d from app.displays x where x.site_id = p_site and x.id = p_display;
    if d.met_branches is null then
        d.met_branches := app.find_met_branches(p_site, d.subject_id, p_content, d.reserved_at);
        update app.displays x set met_branches = d.met_branches where x.site_id = p_site and x.id = p_display;
    end if;
    return d.met_branches;
end $$;
comment on function app.settle_display is
    'Which conditions on earlier prompts hold for a display. Decided once, so that a repeated request and the results see the same branches.';
