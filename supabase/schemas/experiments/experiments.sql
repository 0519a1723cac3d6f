create or replace function app.apply_variant(p_content jsonb, p_variant text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_variant jsonb := (
        select v from jsonb_array_elements(p_content #> '{experiment,variants}') v where v ->> 'key' = p_variant limit 1);
    v_appearance jsonb := p_content -> 'appearance';
begin
    p_content := p_content - 'experiment';
    if v_variant is null then
        return p_content;
    end if;
    -- Only the position `inline` has a target.
    if v_variant #>> '{appearance,position}' <> 'inline' then
        v_appearance := v_appearance - 'target';
    end if;
    return p_content || (v_variant - array['key', 'weight']) || jsonb_build_object(
        'timing', coalesce(p_content -> 'timing', '{}') || coalesce(v_variant -> 'timing', '{}'),
        'appearance', coalesce(v_appearance, '{}') || coalesce(v_variant -> 'appearance', '{}'));
end $$;
comment on function app.apply_variant is
    'A prompt''s content with a variant applied, without the experiment. `applyVariant` of the contract does the same.';
grant execute on function app.apply_variant to feedback_agent, feedback_person;

create or replace function app.compile_experiment(p_content jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return (
        select jsonb_build_object('key', p_content #> '{experiment,key}', 'variants', jsonb_agg(jsonb_build_object(
            'key', w.variant -> 'key',
            'until', w.until,
            'delay_seconds', coalesce(
                to_jsonb((p_content #> '{trigger,unless,within_minutes}')::integer * 60), w.variant #> '{timing,delay_seconds}', p_content #> '{timing,delay_seconds}', '0'),
            'min_session_seconds', coalesce(
                w.variant #> '{timing,min_session_seconds}', p_content #> '{timing,min_session_seconds}', '0')) order by w.place))
        from (
            select v.variant, v.place, g.weight,
                sum(g.weight) over (order by v.place) / nullif(sum(g.weight) over (), 0)::double precision as until
            from jsonb_array_elements(p_content #> '{experiment,variants}') with ordinality v (variant, place)
            cross join lateral (select coalesce((v.variant -> 'weight')::integer, 1) as weight) g) w
        where w.weight > 0
        having count(*) > 0);
end $$;
comment on function app.compile_experiment is 'The content''s experiment in the form of app.candidates.experiment; null without one.';

create or replace function app.choose_variant(c app.candidates, p_key text) returns app.candidates
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    v_variants jsonb := c.experiment -> 'variants';
    v_at double precision;
    v_place integer := 0;
begin
    if c.experiment is null then
        return c;
    end if;
    -- The key of the experiment makes this position independent of the one in the prompt's sample.
    v_at := app.sample_position(c.prompt_id, (c.experiment ->> 'key') || ' ' || p_key);
    while v_place < jsonb_array_length(v_variants) - 1 and v_at >= (v_variants -> v_place -> 'until')::double precision loop
        v_place := v_place + 1;
    end loop;
    c.experiment := c.experiment || jsonb_build_object('variants', jsonb_build_array(v_variants -> v_place));
    c.delay_seconds := v_variants -> v_place -> 'delay_seconds';
    c.min_session_seconds := v_variants -> v_place -> 'min_session_seconds';
    return c;
end $$;
comment on function app.choose_variant is
    'The candidate with only the variant of the subject with this sample key, and with the timing of that variant.';

create or replace function app.find_variant(c app.candidates) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return c.experiment #>> '{variants,0,key}';
end $$;
comment on function app.find_variant is 'The key of the variant that app.choose_variant left; null without an experiment.';

create or replace function app.check_holdout(c app.candidates, p_facts jsonb, p_show boolean) returns app.reason
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    if not p_facts -> 'site' ? 'holdout' or p_show and not c.respects_site then
        return null;
    elsif app.sample_position(c.site_id, p_facts ->> 'sample_key') < (p_facts #> '{site,holdout}')::double precision then
        return 'holdout';
    end if;
    return null;
end $$;
comment on function app.check_holdout is
    '`holdout` for a subject in the site''s holdout, else null. show() of a prompt that ignores the site''s limits is exempt: the visitor asks for it.';

create or replace function app.explain_experiment(c app.candidates, p_key text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return case when c.experiment is null then '[]' else jsonb_build_array(app.explained_rule('experiment', true,
        jsonb_build_object('variant', app.find_variant(app.choose_variant(c, p_key)), 'experiment', c.experiment -> 'key',
            'position', app.truncate_position(app.sample_position(c.prompt_id, (c.experiment ->> 'key') || ' ' || p_key))))) end;
end $$;
comment on function app.explain_experiment is 'Which variant the subject with this sample key gets, as a rule that always passes; empty without an experiment.';

create or replace function app.explain_holdout(c app.candidates, p_facts jsonb, p_show boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_at double precision := app.sample_position(c.site_id, p_facts ->> 'sample_key');
    v_share double precision := p_facts #> '{site,holdout}';
begin
    if v_share is null or p_show and not c.respects_site then
        return '[]';
    end if;
    return jsonb_build_array(app.explained_rule('holdout', v_at >= v_share,
        jsonb_build_object('position', app.truncate_position(v_at), 'share', v_share)));
end $$;
comment on function app.explain_holdout is 'Whether the subject is in the site''s holdout; empty for a site without one.';
