-- Whoever may read responses of a connection's site may ask for a part of the displays too: by the traits that
-- the responses show anyway, and by account.
set role feedback_owner;

grant select (subject_id, traits) on app.displays to feedback_agent;

reset role;
