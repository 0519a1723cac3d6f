set role feedback_owner;

alter table app.grant_requests add column reason text,
    add constraint only_a_denial_has_a_reason check (reason is null or state = 'denied'),
    add constraint reason_has_1_to_500_characters check (length(reason) between 1 and 500);
comment on column app.grant_requests.reason is 'Why the person denied it, in their words. The program reads it.';

reset role;
