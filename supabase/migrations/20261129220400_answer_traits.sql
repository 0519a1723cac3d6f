-- Answers that became traits of an account, with their source.
set role feedback_owner;

alter table app.subjects add column answer_traits jsonb;
comment on column app.subjects.answer_traits is
    'Traits from final answers, by key: value, question, display, visitor, and at, in seconds since 1970. Null for most subjects.';

reset role;
