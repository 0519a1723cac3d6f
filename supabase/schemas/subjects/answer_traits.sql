-- Answers that become traits of an account. They are below what the app reports, and end with their response.
create or replace function app.with_answer_traits(p_answer_traits jsonb, p_traits jsonb, p_now timestamptz) returns jsonb
language plpgsql stable parallel safe set search_path = ''
as $$
begin
    return coalesce((
        select jsonb_object_agg(t.key, t.value -> 'value') from jsonb_each(p_answer_traits) t
        where (t.value -> 'at')::numeric <= app.epoch(p_now)), '{}') || p_traits;
end $$;
comment on function app.with_answer_traits is
    'Traits with those from answers up to a time. A trait that the app reported keeps its value. Callers test for null: most subjects have none.';

create or replace function app.keep_answer_traits(p_display app.displays, p_traits jsonb, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
    v_new jsonb := (
        select jsonb_object_agg(t.key, t.value || jsonb_build_object(
            'display', p_display.id, 'visitor', p_display.visitor_id, 'at', app.epoch(p_now)))
        from jsonb_each(p_traits) t
        where not exists (
            select from app.subjects s
            join app.visitors v on v.site_id = s.site_id and v.id = app.backend_visitor(s.site_id, s.account)
            where s.site_id = p_display.site_id and s.id = p_display.subject_id and v.traits ? t.key));
begin
    if v_new is null then
        return;
    end if;
    update app.subjects s set answer_traits = coalesce(s.answer_traits, '{}') || v_new
    where s.site_id = p_display.site_id and s.id = p_display.subject_id and s.account is not null
      and app.count_keys(coalesce(s.answer_traits, '{}') || v_new) <= 64;
end $$;
comment on function app.keep_answer_traits is
    'Keeps the answers of a display as traits of its account, at most as many as an app may report, and none that the backend has reported. An anonymous visitor has no account to keep them with.';

create or replace function app.replace_answer_traits(p_site uuid, p_account text, p_traits jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
    v_keys text[] := array(select k from jsonb_object_keys(p_traits) k);
begin
    update app.subjects s set answer_traits = nullif(s.answer_traits - v_keys, '{}')
    where s.site_id = p_site and s.account = p_account and s.answer_traits ?| v_keys;
end $$;
comment on function app.replace_answer_traits is 'What the backend reports takes the place of answers.';

create or replace function app.drop_answer_traits() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    update app.subjects s set answer_traits = (
        select jsonb_object_agg(t.key, t.value) from jsonb_each(s.answer_traits) t
        where t.value ->> 'display' <> all(d.displays))
    from (
        select r.site_id, r.subject_id, array_agg(r.display_id::text) as displays
        from deleted_responses r where r.subject_id is not null group by 1, 2) d
    where s.site_id = d.site_id and s.id = d.subject_id and s.answer_traits is not null
      and exists (select from jsonb_each(s.answer_traits) t where t.value ->> 'display' = any(d.displays));
    return null;
end $$;
create trigger deleted_responses_take_their_traits after delete on app.responses
    referencing old table as deleted_responses for each statement execute function app.drop_answer_traits();

create or replace function app.restore_answer_traits(p_deletion uuid) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.subjects s set answer_traits = k.traits
    from (
        select u.site_id, u.id, d.traits || coalesce(u.answer_traits, '{}') as traits
        from (
            select r.site_id, r.subject_id, jsonb_object_agg(t.key, t.value order by (t.value -> 'at')::numeric) as traits
            from app.deleted_responses x
            join app.responses r on r.site_id = x.site_id and r.display_id = x.display_id
            cross join jsonb_each(x.answer_traits) t
            -- What the visitor has answered again meanwhile has its own.
            where x.deletion_id = p_deletion and r.final and r.answers = x.response -> 'answers'
              and not exists (
                select from app.subjects o
                join app.visitors v on v.site_id = o.site_id and v.id = app.backend_visitor(o.site_id, o.account)
                where o.site_id = r.site_id and o.id = r.subject_id and v.traits ? t.key)
            group by 1, 2) d
        join app.subjects u on u.site_id = d.site_id and u.id = d.subject_id and u.account is not null) k
    where s.site_id = k.site_id and s.id = k.id and app.count_keys(k.traits) <= 64;
end $$;
comment on function app.restore_answer_traits is
    'Restores the traits of an account with the responses that they came from. Later answers and what the backend has reported stay.';

create or replace function app.shown_answer_traits(p_answer_traits jsonb, p_site uuid, p_subject uuid, p_visitor uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    if exists (select from app.proven_visitors p
        where p.site_id = p_site and p.visitor_id = p_visitor and p.subject_id = p_subject)
    then
        return p_answer_traits;
    end if;
    return (
        select jsonb_object_agg(t.key, t.value) from jsonb_each(p_answer_traits) t
        where (t.value ->> 'visitor')::uuid = p_visitor);
end $$;
comment on function app.shown_answer_traits is
    'The traits from answers that texts may show to a browser: those given in it, and all of an account that it has proven.';

create or replace function app.list_trait_sources(p_call app.call) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return (
        select jsonb_object_agg(t.key, jsonb_build_object('prompt', p.survey_id, 'answer', t.value -> 'question'))
        from app.subjects s
        join app.visitors v on v.site_id = s.site_id and v.id = p_call.visitor_id
        cross join lateral jsonb_each(s.answer_traits) t
        join app.responses r on r.site_id = s.site_id and r.display_id = (t.value ->> 'display')::uuid
        join app.prompts p on p.site_id = r.site_id and p.id = r.prompt_id
        where s.site_id = p_call.site_id and s.id = p_call.subject_id
          and not v.traits ? t.key and p_call.traits -> t.key = t.value -> 'value');
end $$;
comment on function app.list_trait_sources is 'The traits of a call that are answers, each with its prompt and question; null for none.';
