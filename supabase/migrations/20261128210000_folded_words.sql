set role feedback_owner;

-- The words of texts whose letters were composed in another way than the search composes them.
update app.text_answers t set words = to_tsvector(t.config::regconfig, normalize(t.text, nfkc))
where t.text is not nfkc normalized;

-- Figures that were counted with the former words.
delete from app.filtered_parts;

reset role;
