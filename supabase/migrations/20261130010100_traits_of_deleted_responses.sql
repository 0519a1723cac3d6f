set role feedback_owner;

alter table app.deleted_responses add column answer_traits jsonb;
comment on column app.deleted_responses.answer_traits is
    'Traits of the account that its answers had become, as in app.subjects. Null for most.';

reset role;
