-- What visitors wrote, one row per text, so that a team can search, process and tag it. A trigger keeps the rows in
-- sync with app.responses; state, tags and notes belong to the team and are deleted with the response.
set role feedback_owner;

create table app.text_answers (
    site_id uuid not null,
    display_id uuid not null,
    question_id text not null,
    prompt_id uuid not null,
    text text not null,
    language text,
    config text not null,
    words tsvector not null,
    answered_at timestamptz not null,
    status text not null default 'open',
    assignee uuid,
    primary key (site_id, display_id, question_id),
    foreign key (site_id, display_id) references app.responses on delete cascade,
    constraint status_is_open_or_done check (status in ('open', 'done'))
);
comment on table app.text_answers is 'Texts that visitors wrote: answers to text questions, and texts behind "other". Copies of app.responses.';
comment on column app.text_answers.answered_at is 'When the response was created.';
comment on column app.text_answers.language is 'Tag of the visitor''s language at the display, in lower case; null when unknown.';
comment on column app.text_answers.config is 'The text search configuration of its language. Not regconfig: pg_upgrade refuses tables with it.';
comment on column app.text_answers.assignee is 'The member it is assigned to.';
create index text_answers_newest on app.text_answers (site_id, answered_at, display_id, question_id);
create index text_answers_open on app.text_answers (site_id, answered_at, display_id, question_id) where status = 'open';
create index text_answers_prompt on app.text_answers (site_id, prompt_id, answered_at);
create index text_answers_assignee on app.text_answers (site_id, assignee, answered_at) where assignee is not null;
create index text_answers_words on app.text_answers using gin (words);

create table app.tags (
    site_id uuid not null references app.sites on delete cascade,
    id uuid not null default app.mint_id(),
    name text not null,
    definition text not null default '',
    -- Programs may not write these three.
    state text not null default case when app.connection_id() is null then 'accepted' else 'proposed' end,
    source text not null default case when app.connection_id() is null then 'person' else 'connection' end,
    proposer text not null default coalesce(app.connection_name(), ''),
    created_by uuid not null,
    created_at timestamptz not null default clock_timestamp(),
    primary key (site_id, id),
    constraint name_has_1_to_40_characters check (length(name) between 1 and 40),
    constraint definition_has_at_most_500_characters check (length(definition) <= 500),
    constraint state_is_accepted_or_proposed check (state in ('accepted', 'proposed')),
    constraint source_is_known check (source in ('person', 'connection'))
);
comment on table app.tags is 'Tags of a site for text answers. With definitions and examples they are its codebook.';
comment on column app.tags.state is 'A proposed tag is on no text answer until a person accepts it.';
comment on column app.tags.source is 'What created or proposed it.';
comment on column app.tags.proposer is 'Name of the connection at that time; empty for a person.';
comment on column app.tags.created_by is 'The person who created or proposed it, or for whom the connection did.';
create unique index tag_name_is_unique_in_its_site on app.tags (site_id, lower(name));

create table app.text_tags (
    site_id uuid not null,
    display_id uuid not null,
    question_id text not null,
    tag_id uuid not null,
    source text not null default 'person',
    proposer text not null default '',
    quote text,
    is_example boolean not null default false,
    created_by uuid not null,
    created_at timestamptz not null default clock_timestamp(),
    primary key (site_id, display_id, question_id, tag_id),
    foreign key (site_id, display_id, question_id) references app.text_answers on delete cascade,
    foreign key (site_id, tag_id) references app.tags on delete cascade,
    constraint source_is_known check (source in ('person', 'connection', 'method')),
    constraint quote_has_1_to_300_characters check (length(quote) between 1 and 300),
    constraint example_has_a_quote check (not is_example or quote is not null)
);
comment on table app.text_tags is 'Which text answer has which tag.';
comment on column app.text_tags.source is 'What proposed it; `person` when nothing did.';
comment on column app.text_tags.proposer is 'Name of the connection that proposed it; empty otherwise.';
comment on column app.text_tags.quote is 'The part of the text that the tag is about.';
comment on column app.text_tags.is_example is 'The quote is an example of the tag in the codebook.';
comment on column app.text_tags.created_by is 'The person who added or accepted it.';
create index text_tags_tag on app.text_tags (site_id, tag_id);
create index text_tags_examples on app.text_tags (site_id, tag_id, created_at) where is_example;

create table app.text_notes (
    site_id uuid not null,
    id uuid not null default app.mint_id(),
    display_id uuid not null,
    question_id text not null,
    body text not null,
    created_by uuid not null,
    created_at timestamptz not null default clock_timestamp(),
    primary key (site_id, id),
    foreign key (site_id, display_id, question_id) references app.text_answers on delete cascade,
    constraint body_has_1_to_2000_characters check (length(body) between 1 and 2000)
);
comment on table app.text_notes is 'Notes of the team on a text answer. Visitors never see them.';
create index text_notes_answer on app.text_notes (site_id, display_id, question_id, id);

do $$
declare
    v_table text;
begin
    foreach v_table in array array['text_answers', 'tags', 'text_tags', 'text_notes'] loop
        execute format('alter table app.%1$I enable row level security; alter table app.%1$I force row level security;
            create policy "the service reads" on app.%1$I for select to feedback_owner using (true);
            create policy "the service inserts" on app.%1$I for insert to feedback_owner with check (true);
            create policy "the service updates" on app.%1$I for update to feedback_owner using (true);
            create policy "the service deletes" on app.%1$I for delete to feedback_owner using (true);
            grant select on app.%1$I to feedback_person, feedback_agent;
            create policy "members read" on app.%1$I for select to feedback_person
                using (site_id = any(array(select app.sites_for(''viewer''))));
            create policy "readers of responses read" on app.%1$I for select to feedback_agent
                using (site_id = any(array(select app.granted_sites(''response:read''))));', v_table);
    end loop;
end $$;

grant update (status, assignee) on app.text_answers to feedback_person;
create policy "editors work through text answers" on app.text_answers for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));

grant insert (site_id, name, definition, state, created_by), update (name, definition, state), delete on app.tags to feedback_person;
create policy "editors create tags, and members propose them" on app.tags for insert to feedback_person
    with check (created_by = (select app.person_id()) and (site_id = any(array(select app.sites_for('editor')))
        or state = 'proposed' and site_id = any(array(select app.sites_for('viewer')))));
create policy "editors change tags" on app.tags for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
create policy "editors delete tags" on app.tags for delete to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));

grant insert (site_id, display_id, question_id, tag_id, source, proposer, quote, is_example, created_by),
    update (quote, is_example), delete on app.text_tags to feedback_person;
create policy "editors tag" on app.text_tags for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));
create policy "editors choose examples" on app.text_tags for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));
create policy "editors remove tags" on app.text_tags for delete to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));

grant insert (site_id, display_id, question_id, body, created_by), delete on app.text_notes to feedback_person;
create policy "editors write notes" on app.text_notes for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));
create policy "editors delete their notes, and owners any" on app.text_notes for delete to feedback_person
    using (site_id = any(array(select app.sites_for('owner')))
        or site_id = any(array(select app.sites_for('editor'))) and created_by = (select app.person_id()));

create function app.text_configs() returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
    select '{"ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "da": "danish", "nl": "dutch",
        "en": "english", "fi": "finnish", "fr": "french", "de": "german", "el": "greek", "hi": "hindi", "hu": "hungarian",
        "id": "indonesian", "ga": "irish", "it": "italian", "lt": "lithuanian", "ne": "nepali", "no": "norwegian",
        "nb": "norwegian", "nn": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
        "es": "spanish", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish"}'::jsonb
$$;
comment on function app.text_configs is 'The text search configuration for each language that Postgres has one for. The others use `simple`.';

create function app.find_text_config(p_language text) returns text
language sql stable set search_path = ''
as $$
    -- An older Postgres has fewer of them.
    select coalesce((select c.cfgname from pg_catalog.pg_ts_config c
        where c.cfgname = app.text_configs() ->> split_part(lower(p_language), '-', 1)
          and c.cfgnamespace = 'pg_catalog'::regnamespace), 'simple')
$$;

create function app.list_texts(p_content jsonb, p_variant text, p_answers jsonb)
returns table (question_id text, text text)
language sql immutable set search_path = ''
as $$
    select f.id, f.text from (
        select q ->> 'id' as id, case
            when q ->> 'type' in ('short_text', 'long_text') then a.value #>> '{}'
            else jsonb_path_query_first(a.value, '$.other') #>> '{}' end as text
        from jsonb_array_elements(app.apply_variant(p_content, p_variant) -> 'questions') q
        cross join lateral (select p_answers -> (q ->> 'id')) a (value)
        where q ->> 'type' not in ('short_text', 'long_text') or jsonb_typeof(a.value) = 'string') f
    where f.text ~ '\S'
$$;
comment on function app.list_texts is 'What the visitor wrote: answers to text questions, and texts behind "other". Never labels of options.';

create function app.keep_text_answers() returns trigger
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
        to_tsvector(v_config::regconfig, l.text), new.created_at
    from app.revisions v, app.list_texts(v.content, new.variant, new.answers) l
    where v.site_id = new.site_id and v.prompt_id = new.prompt_id and v.number = new.revision
    on conflict (site_id, display_id, question_id) do update
    set text = excluded.text, words = excluded.words where t.text <> excluded.text;
    return null;
end $$;
create trigger text_answers_follow after insert or update of answers on app.responses
    for each row execute function app.keep_text_answers();

create function app.search_query(p_words text) returns tsquery
language plpgsql stable set search_path = ''
as $$
declare
    v_query tsquery := websearch_to_tsquery('pg_catalog.simple', p_words);
    v_config text;
begin
    for v_config in select c.cfgname from pg_catalog.pg_ts_config c
        where c.cfgnamespace = 'pg_catalog'::regnamespace
          and c.cfgname in (select l.value from jsonb_each_text(app.text_configs()) l) loop
        v_query := v_query || websearch_to_tsquery(v_config::regconfig, p_words);
    end loop;
    return v_query;
end $$;
comment on function app.search_query is 'The search terms in all languages: the index is searched for these before each text is tested in its own language.';

create function app.search_text_answers(p_site uuid, p_words text) returns table (display_id uuid, question_id text)
language sql stable security definer set search_path = ''
as $$
    select t.display_id, t.question_id from app.text_answers t
    where t.site_id = p_site and t.words @@ app.search_query(p_words)
      and t.words @@ websearch_to_tsquery(t.config::regconfig, p_words)
      and p_site = any(array(select app.sites_for('viewer') union all select app.granted_sites('response:read')))
$$;
comment on function app.search_text_answers is
    'Text answers that contain the words. Runs as the service and checks the caller itself, because the index cannot serve a search below row-level security.';

create function app.check_assignee() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- Waits if the member is being removed.
    perform from app.sites s
    join app.members m on m.workspace_id = s.workspace_id and m.person_id = new.assignee
    where s.id = new.site_id for key share of m;
    if not found then
        raise exception 'The assignee is not a member of the workspace.' using errcode = 'FB409';
    end if;
    return new;
end $$;
create trigger assignees_are_members before update of assignee on app.text_answers
    for each row when (new.assignee is not null) execute function app.check_assignee();

create function app.end_assignments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    update app.text_answers t set assignee = null from app.sites s
    where s.workspace_id = old.workspace_id and t.site_id = s.id and t.assignee = old.person_id;
    return null;
end $$;
create trigger assignments_end_with_membership after delete on app.members
    for each row execute function app.end_assignments();

create function app.limit_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- Serializes concurrent creators.
    perform from app.sites s where s.id = new.site_id for no key update;
    if (select count(*) from app.tags a where a.site_id = new.site_id and a.state = 'accepted') > 500 then
        raise exception 'A site has at most 500 tags.' using errcode = 'FB409', hint = 'Delete tags that nobody uses.';
    end if;
    if (select count(*) from app.tags a where a.site_id = new.site_id and a.state = 'proposed') > 50 then
        raise exception 'A site has at most 50 proposed tags.' using errcode = 'FB409',
            hint = 'A person accepts or rejects proposals in the inbox.';
    end if;
    return null;
end $$;
create trigger tags_are_limited after insert or update of state on app.tags for each row execute function app.limit_tags();

create function app.limit_text_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    perform from app.text_answers t where t.site_id = new.site_id and t.display_id = new.display_id
        and t.question_id = new.question_id for no key update;
    if (select count(*) from app.text_tags g where g.site_id = new.site_id and g.display_id = new.display_id
            and g.question_id = new.question_id) > 20 then
        raise exception 'A text answer has at most 20 tags.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger tags_of_an_answer_are_limited after insert on app.text_tags
    for each row execute function app.limit_text_tags();

create function app.limit_text_notes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    perform from app.text_answers t where t.site_id = new.site_id and t.display_id = new.display_id
        and t.question_id = new.question_id for no key update;
    if (select count(*) from app.text_notes n where n.site_id = new.site_id and n.display_id = new.display_id
            and n.question_id = new.question_id) > 100 then
        raise exception 'A text answer has at most 100 notes.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger notes_of_an_answer_are_limited after insert on app.text_notes
    for each row execute function app.limit_text_notes();

grant execute on function app.search_text_answers, app.find_text_config, app.text_configs to feedback_person, feedback_agent;

reset role;
