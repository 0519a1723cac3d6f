create or replace function app.milliseconds(p_at timestamptz) returns bigint
language plpgsql stable parallel safe set search_path = ''
as $$
begin
    return round(date_part('epoch', p_at) * 1000);
end $$;

create or replace function app.decision_to_json(p_decision app.decision, p_site uuid, p_display uuid, p_due timestamptz) returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_content jsonb;
begin
    if p_decision.reason = 'displayed' then
        select case when p_decision.variant is null then r.content else app.apply_variant(r.content, p_decision.variant) end
        into v_content
        from app.revisions r
        where r.site_id = p_site and r.prompt_id = p_decision.prompt_id and r.number = p_decision.revision;
        return jsonb_build_object('reason', 'displayed', 'reserved', jsonb_build_object(
            'display', p_display, 'prompt', p_decision.prompt_id, 'revision', p_decision.revision, 'content', v_content)
            || case when app.has_earlier_answers(v_content)
                then jsonb_build_object('met_branches', app.settle_display(p_site, p_display, v_content)) else '{}' end
            || case when v_content::text ~ '\{\{|"prefill_from"' then jsonb_build_object('values', app.text_values(p_site, p_display)) else '{}' end
            || case when current_setting('synchronous_commit') = 'off' then '{"unflushed": true}'::jsonb else '{}' end);
    elsif p_decision.reason = 'waiting' then
        return jsonb_build_object('reason', 'waiting', 'due', app.milliseconds(p_due),
            'survey_id', p_decision.survey_id);
    end if;
    return jsonb_build_object('reason', p_decision.reason);
end $$;
comment on function app.decision_to_json is 'A decision in the form of `Decided` in supabase/functions/sdk/decided.ts.';

create or replace function app.decision_reply(p_call app.call, p_decided jsonb, p_prompt uuid, p_show boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    if p_prompt is not null and p_call.request_context ? 'facts_for' and app.may_see_facts(p_call.request_context) then
        p_decided := p_decided || jsonb_build_object('facts',
            app.explain_call(p_call, p_prompt, p_show, p_call.now - interval '1 microsecond'));
    end if;
    return jsonb_build_object('decided', p_decided, 'now', app.milliseconds(p_call.now));
end $$;
