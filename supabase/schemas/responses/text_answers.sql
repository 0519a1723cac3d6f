create or replace function app.text_configs() returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
    select '{"ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "da": "danish", "nl": "dutch",
        "en": "english", "fi": "finnish", "fr": "french", "de": "german", "el": "greek", "hi": "hindi", "hu": "hungarian",
        "id": "indonesian", "ga": "irish", "it": "italian", "lt": "lithuanian", "ne": "nepali", "no": "norwegian",
        "nb": "norwegian", "nn": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
        "es": "spanish", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish"}'::jsonb
$$;
comment on function app.text_configs is 'The text search configuration for each language that Postgres has one for. The others use `simple`.';
grant execute on function app.text_configs to feedback_agent, feedback_person;

create or replace function app.find_text_config(p_language text) returns text
language sql stable set search_path = ''
as $$
    -- An older Postgres has fewer of them.
    select coalesce((select c.cfgname from pg_catalog.pg_ts_config c
        where c.cfgname = app.text_configs() ->> split_part(lower(p_language), '-', 1)
          and c.cfgnamespace = 'pg_catalog'::regnamespace), 'simple')
$$;
grant execute on function app.find_text_config to feedback_agent, feedback_person;

create or replace function app.list_texts(p_content jsonb, p_variant text, p_answers jsonb)
returns table (question_id text, text text)
language sql immutable set search_path = ''
as $$
    select f.id, f.text from (
        select q ->> 'id' as id, case
            when q ->> 'type' = any(app.list_question_types('text')) then a.value #>> '{}'
            else jsonb_path_query_first(a.value, '$.other') #>> '{}' end as text
        from jsonb_array_elements(app.apply_variant(p_content, p_variant) -> 'questions') q
        cross join lateral (select p_answers -> (q ->> 'id')) a (value)
        where q ->> 'type' <> all(app.list_question_types('text')) or jsonb_typeof(a.value) = 'string') f
    where f.text ~ '\S'
$$;
comment on function app.list_texts is 'What the visitor wrote: answers to text questions, and texts behind "other". Never labels of options.';

create or replace function app.keep_text_answers() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_language text := new.context #>> '{language,0}';
    v_config text := app.find_text_config(v_language);
begin
    if tg_op = 'UPDATE' then
        delete from app.text_answers t
        where t.site_id = new.site_id and t.display_id = new.display_id and not exists (
            select from app.revisions v, app.list_texts(v.content, new.variant, new.answers) l
            where v.site_id = new.site_id and v.prompt_id = new.prompt_id and v.number = new.revision
              and l.question_id = t.question_id);
    end if;
    insert into app.text_answers as t (site_id, display_id, question_id, prompt_id, text, language, config, words, answered_at)
    select new.site_id, new.display_id, l.question_id, new.prompt_id, l.text, v_language, v_config,
        to_tsvector(v_config::regconfig, normalize(l.text, nfkc)), new.created_at
    from app.revisions v, app.list_texts(v.content, new.variant, new.answers) l
    where v.site_id = new.site_id and v.prompt_id = new.prompt_id and v.number = new.revision
    on conflict (site_id, display_id, question_id) do update
    set text = excluded.text, words = excluded.words where t.text <> excluded.text;
    return null;
end $$;
create trigger text_answers_follow after insert or update of answers on app.responses
    for each row when (current_setting('app.restores_responses', true) is distinct from 'on') execute function app.keep_text_answers();

create or replace function app.search_query(p_words text) returns tsquery
language plpgsql stable set search_path = ''
as $$
declare
    v_words text := normalize(p_words, nfkc);
    v_query tsquery := websearch_to_tsquery('pg_catalog.simple', v_words);
    v_config text;
begin
    for v_config in select c.cfgname from pg_catalog.pg_ts_config c
        where c.cfgnamespace = 'pg_catalog'::regnamespace
          and c.cfgname in (select l.value from jsonb_each_text(app.text_configs()) l) loop
        v_query := v_query || websearch_to_tsquery(v_config::regconfig, v_words);
    end loop;
    return v_query;
end $$;
comment on function app.search_query is 'The search terms in all languages: the index is searched for these before each text is tested in its own language.';

create or replace function app.search_text_answers(p_site uuid, p_words text) returns table (display_id uuid, question_id text)
language sql stable security definer set search_path = ''
as $$
    select t.display_id, t.question_id from app.text_answers t
    where t.site_id = p_site and t.words @@ app.search_query(p_words)
      and t.words @@ websearch_to_tsquery(t.config::regconfig, normalize(p_words, nfkc))
      and p_site = any(array(select app.sites_for('viewer') union all select app.granted_sites('response:read')))
$$;
comment on function app.search_text_answers is
    'Text answers that contain the words. Runs as the service and checks the caller itself, because the index cannot serve a search below row-level security.';
grant execute on function app.search_text_answers to feedback_agent, feedback_person;
