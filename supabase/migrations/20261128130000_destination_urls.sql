set role feedback_owner;

-- Only app.destination_url reads it, for owners.
revoke select (url) on app.destinations from feedback_person, feedback_agent;

reset role;
