create or replace function app.name_prompts(p_site uuid, p_condition jsonb) returns jsonb
language sql stable set search_path = ''
as $$
    select case when p_condition ? 'prompts' then p_condition || jsonb_build_object('prompts', (
            select jsonb_agg(coalesce(p.survey_id, n.id) order by n.at)
            from jsonb_array_elements_text(p_condition -> 'prompts') with ordinality n (id, at)
            left join app.prompts p on p.site_id = p_site and p.id::text = n.id))
        else p_condition end
$$;
comment on function app.name_prompts is 'A condition with the survey IDs of its prompts in place of their ids.';

create or replace function app.name_conditions(p_site uuid, p_conditions jsonb) returns jsonb
language sql stable set search_path = ''
as $$
    select jsonb_agg(app.name_prompts(p_site, c.condition) order by c.at)
    from jsonb_array_elements(p_conditions) with ordinality c (condition, at)
$$;
comment on function app.name_conditions is 'Stored conditions as callers see them: with survey IDs. Runs with the rights of the caller.';
grant execute on function app.name_conditions, app.name_prompts to feedback_agent, feedback_person;

create or replace function app.identify_prompts(p_site uuid, p_conditions jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_condition jsonb;
    v_name text;
    v_id uuid;
    v_ids jsonb;
    v_identified jsonb := '[]';
begin
    for v_condition in select jsonb_array_elements(p_conditions) loop
        if v_condition ? 'prompts' then
            v_ids := '[]';
            for v_name in select jsonb_array_elements_text(v_condition -> 'prompts') loop
                select p.id into v_id from app.prompts p where p.site_id = p_site and v_name in (p.survey_id, p.id::text);
                if not found then
                    raise exception 'The site has no prompt “%”.', v_name using errcode = 'FB409';
                end if;
                v_ids := v_ids || to_jsonb(v_id);
            end loop;
            v_condition := v_condition || jsonb_build_object('prompts', v_ids);
        end if;
        v_identified := v_identified || v_condition;
    end loop;
    return v_identified;
end $$;
comment on function app.identify_prompts is
    'Conditions with the ids of their prompts: a survey ID can pass to another prompt while it is a draft. Raises FB409.';
