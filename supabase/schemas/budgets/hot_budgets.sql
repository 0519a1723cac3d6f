create or replace function app.defer_flush() returns void
language plpgsql set search_path = ''
as $$
begin
    perform set_config('synchronous_commit', 'off', true);
end $$;
comment on function app.defer_flush is
    'Commits this transaction without waiting for the disk, so that the rows that other displays wait for are unlocked immediately. The caller flushes before it responds: decisions say `unflushed` (`flushReservation` in supabase/functions/sdk/database.ts).';

create or replace function app.note_hot_budget() returns void
language plpgsql set search_path = ''
as $$
begin
    perform set_config('feedback.hot_budget_until', (clock_timestamp() + interval '1 second')::text, false);
end $$;
comment on function app.note_hot_budget is
    'Remembers that a display waited for another one of its budget. Otherwise, the first that does not wait would make all others wait for its flush.';

create or replace function app.has_hot_budget() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return clock_timestamp() < nullif(current_setting('feedback.hot_budget_until', true), '')::timestamptz is true;
end $$;
comment on function app.has_hot_budget is 'Whether a display of this connection waited for another one within the last second.';
