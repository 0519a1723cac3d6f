-- Conditions on what a subject answered: its latest response to a prompt, by responses_latest.
set role feedback_owner;

-- responses_latest begins with the same columns.
drop index app.responses_subject;

alter type app.past_display add attribute answers jsonb;

reset role;
