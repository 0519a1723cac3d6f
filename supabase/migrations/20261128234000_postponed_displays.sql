-- "Ask me later": a display that the visitor postponed, and until when.
set role feedback_owner;

alter type app.reason add value 'postponed' before 'seen_limit';

alter type app.past_display
    add attribute postponed_at timestamptz,
    add attribute postponed_until timestamptz;

alter table app.displays
    add column postponed_at timestamptz,
    add column postponed_until timestamptz,
    drop constraint state_is_known,
    -- Checked for the rows that exist in the next file, which blocks no writer.
    add constraint state_is_known
        check (state in ('reserved', 'displayed', 'answered', 'dismissed', 'postponed', 'released')) not valid,
    add constraint only_what_is_postponed_has_these_times
        check ((state = 'postponed') = (postponed_at is not null) and (state = 'postponed') = (postponed_until is not null)) not valid;
comment on column app.displays.postponed_until is 'The time from which the visitor wants to be asked again; it was chosen at postponed_at.';
alter table app.subject_locks add column postponed_until timestamptz;
comment on column app.subject_locks.postponed_until is
    'No display of the subject is postponed beyond this time; null if it has never postponed one.';
grant select (postponed_at, postponed_until) on app.displays to feedback_agent;

reset role;
