-- Preview: evaluates one revision, published or not, for one visitor and one event. Reads only.
create or replace function app.simulate_identify(p_call app.call) returns app.call
language plpgsql stable set search_path = ''
as $$
declare
    v_identity jsonb := nullif(p_call.request_context -> 'identify', 'null');
    v_known app.subjects;
begin
    if v_identity is not null then
        select s.* into v_known from app.subjects s
        where s.site_id = p_call.site_id and s.account = v_identity ->> 'account'
          and s.last_seen_at >= p_call.now - interval '90 days';
        if found then
            p_call.subject_id := v_known.id;
            p_call.sample_key := v_known.sample_key;
            p_call.first_seen_at := v_known.first_seen_at;
            if v_known.answer_traits is not null then
                p_call.traits := app.with_answer_traits(v_known.answer_traits, coalesce(p_call.traits, '{}'), p_call.now);
            end if;
        elsif p_call.account is not null then
            -- An unknown account, other than the visitor's, is a new subject.
            p_call.subject_id := null;
        end if;
        p_call.account := v_identity ->> 'account';
        p_call.traits := app.merge_traits(coalesce(p_call.traits, '{}'), v_identity -> 'traits');
    end if;
    if p_call.subject_id is null then
        p_call.subject_id := (p_call.request_context ->> 'visitor')::uuid;
        p_call.sample_key := p_call.subject_id;
        p_call.first_seen_at := p_call.now;
    end if;
    p_call.traits := coalesce(p_call.traits, '{}');
    return p_call;
end $$;
comment on function app.simulate_identify is
    'The call as app.update_visitor would return it, without creating visitor or account.';

create or replace function app.explain_show(p_call app.call, p_prompt uuid, p_content jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    c app.candidates := app.compile_content(p_call.site_id, p_prompt, 0, p_call.now, '', p_content);
    v_needed jsonb := case when c.per_group is not null then jsonb_build_object('groups', c.needed_facts -> 'groups') end;
    v_facts jsonb := app.load_facts(app.call_facts(p_call), p_call.site_id, p_call.settings, p_call.subject_id,
        p_call.session_id, '[]', p_call.event_id, p_call.name, v_needed, p_call.now, 'infinity')
        || app.draft_budget_facts(p_call, c);
begin
    return jsonb_build_object('reason', app.evaluate(c, v_facts, true),
        'rules', app.explain_rules(c, p_content, v_facts, true));
end $$;
comment on function app.explain_show is 'The outcome of a content for a call of show(). The content need not be published.';

create or replace function app.explain_delay(p_content jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return case when (p_content #>> '{timing,delay_seconds}')::integer > 0
        then jsonb_build_array(app.explained_rule('delay', true,
            jsonb_build_object('seconds', p_content #> '{timing,delay_seconds}')))
        else '[]' end;
end $$;

create or replace function app.preview(
    request_context jsonb, session uuid, event jsonb, verified jsonb, proof_account text, survey text,
    prompt uuid, revision integer, maker uuid, at timestamptz)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_site uuid := request_context ->> 'site';
    v_content jsonb;
    -- As this visitor's variant shows it.
    v_shown jsonb;
    v_call app.call;
    v_explained jsonb;
    v_preview jsonb;
begin
    select r.content into v_content from app.revisions r
    where r.site_id = v_site and r.prompt_id = preview.prompt and r.number = preview.revision
      and app.is_member(preview.maker, v_site, 'editor');
    if not found then
        return null;
    end if;
    v_preview := jsonb_build_object('survey_id', v_content ->> 'survey_id', 'name', v_content ->> 'name',
        'revision', revision, 'events', coalesce(v_content #> '{trigger,events}', '[]'), 'rules', '[]'::jsonb,
        'now', app.milliseconds(v_now));
    -- Without an event, or for show() of another prompt, there is nothing to evaluate.
    if event is null and survey is distinct from v_content ->> 'survey_id' then
        return v_preview;
    end if;
    v_call := app.simulate_identify(app.load_call(request_context, v_now, session, (event ->> 'id')::uuid,
        coalesce(event ->> 'name', ''), coalesce(event -> 'properties', '{}'), verified));
    if proof_account is not null and proof_account is distinct from v_call.account then
        v_call.verified := null;
    end if;
    v_shown := app.apply_variant(v_content, app.find_variant(app.choose_variant(
        app.compile_content(v_site, prompt, 0, v_now, '', v_content), v_call.sample_key::text)));
    v_preview := v_preview || jsonb_build_object('values',
        app.trait_values(v_site, v_call.visitor_id, v_call.subject_id, v_call.account, v_call.traits)
        || jsonb_build_object('event', v_call.properties || coalesce(v_call.verified, '{}'),
            'verified_event', coalesce(v_call.verified, '{}')));
    if app.has_earlier_answers(v_shown) then
        v_preview := v_preview || jsonb_build_object('met_branches',
            app.find_met_branches(v_site, v_call.subject_id, v_shown, v_now));
    end if;
    if event is null then
        return v_preview || app.explain_show(v_call, prompt, v_content) || jsonb_build_object('content', v_shown);
    end if;
    v_explained := app.explain_draft(v_call, v_content);
    return v_preview || jsonb_build_object('reason', v_explained -> 'reason',
        'rules', (v_explained -> 'rules') || app.explain_delay(v_shown),
        'content', case when v_content #> '{trigger,events}' ? v_call.name then v_shown end);
end $$;
comment on function app.preview is
    'The outcome of a revision for a visitor and an event, or for show() if `survey` names it, with every rule, and its content if it would be displayed; null without such a revision, or if its maker may no longer edit prompts. Stores nothing.';
grant execute on function app.preview to feedback_ingest;
