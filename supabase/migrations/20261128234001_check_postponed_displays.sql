set role feedback_owner;

alter table app.displays
    validate constraint state_is_known,
    validate constraint only_what_is_postponed_has_these_times;

reset role;
