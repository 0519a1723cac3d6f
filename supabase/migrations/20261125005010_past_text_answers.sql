-- Text answers of the responses that were stored before. A response that is being changed is skipped, because
-- that change stores its texts.
set role feedback_owner;

with past as (
    select r.site_id, r.display_id, r.prompt_id, r.revision, r.variant, r.answers, r.created_at,
        r.context #>> '{language,0}' as language
    from app.responses r for key share skip locked
)
insert into app.text_answers (site_id, display_id, question_id, prompt_id, text, language, config, words, answered_at)
select p.site_id, p.display_id, l.question_id, p.prompt_id, l.text, p.language, c.config, to_tsvector(c.config::regconfig, l.text),
    p.created_at
from past p
join app.revisions v on v.site_id = p.site_id and v.prompt_id = p.prompt_id and v.number = p.revision
cross join lateral (select app.find_text_config(p.language)) c (config)
cross join lateral app.list_texts(v.content, p.variant, p.answers) l
on conflict do nothing;

reset role;
