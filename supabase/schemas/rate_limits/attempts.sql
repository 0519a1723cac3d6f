-- One statement, so that concurrent attempts are all counted.
create or replace function app.count_attempt(p_kind text, p_key bytea, p_limit integer, p_window interval, p_now timestamptz)
returns boolean
language sql volatile set search_path = ''
as $$
    insert into app.attempts as a (kind, key, since, times) values (p_kind, p_key, p_now, 1)
    on conflict (kind, key) do update
    -- A window that starts in the future was opened while the clock was ahead: it is over, too.
    set since = case when a.since between p_now - p_window and p_now + interval '1 minute' then a.since else p_now end,
        times = case when a.since between p_now - p_window and p_now + interval '1 minute' then a.times + 1 else 1 end
    returning times <= p_limit
$$;
comment on function app.count_attempt is 'Counts an attempt; false if there were more than p_limit in the window.';

-- What displays need is in PL/pgSQL, which keeps plans: a function in SQL plans its statement again for each caller.
create or replace function app.target_limits() returns table (kind text, times integer, period interval)
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return query values
        ('guess', 10, interval '1 hour'),
        ('guessInMonth', 45, interval '30 days'),
        ('guessOfBrowser', 10, interval '1 hour'),
        ('mailOfBrowser', 5, interval '1 hour'),
        ('mailOfAddress', 5, interval '1 hour'),
        ('mailOfNetwork', 10, interval '1 hour'),
        ('mail', 60, interval '1 hour'),
        ('mailOfPerson', 10, interval '1 hour'),
        ('invitationMail', 20, interval '1 hour'),
        ('failedDocument', 5, interval '10 minutes'),
        ('document', 30, interval '10 minutes'),
        ('reservation', 50, interval '10 minutes'),
        ('reservationOfNetwork', 500, interval '10 minutes'),
        ('display', 200, interval '10 minutes'),
        ('invitation', 200, interval '1 day'),
        ('workspace', 10, interval '1 day');
end $$;
comment on function app.target_limits is
    'Limits by what is attempted, for all senders together: `targetLimits` of the contract.';

create or replace function app.target_key(variadic p_parts text[]) returns bytea
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return sha256(convert_to(array_to_json(p_parts)::text, 'UTF8'));
end $$;
comment on function app.target_key is 'The key of a target in app.attempts, which stores no address and no name.';

create or replace function app.mailbox_of(p_email text) returns text
language sql immutable parallel safe set search_path = ''
as $$ select regexp_replace(lower(p_email), '\+.*@', '@') $$;
comment on function app.mailbox_of is
    'The mailbox behind an address: `ada+news@…` reaches that of `ada@…`. For limits only; people sign in with the address as it is.';

create or replace function app.person_key() returns bytea
language sql stable set search_path = ''
as $$ select app.target_key(coalesce(app.mailbox_of(app.person_email()), app.person_id()::text)) $$;
comment on function app.person_key is
    'The key of the caller in app.attempts: their mailbox, because one mailbox can have many accounts.';

create or replace function app.count_against(
    p_kind text, p_key bytea, p_now timestamptz, out retry_after integer, out is_first boolean)
language plpgsql volatile set search_path = ''
as $$
declare
    l record;
    v_times integer;
    v_since timestamptz;
begin
    select * into strict l from app.target_limits() t where t.kind = p_kind;
    insert into app.attempts as a (kind, key, since, times) values (p_kind, p_key, p_now, 1)
    on conflict (kind, key) do update
    -- A period that starts in the future was opened while the clock was ahead: it is over, too.
    set since = case when a.since between p_now - l.period and p_now + interval '1 minute' then a.since else p_now end,
        -- Counts up to two more than allowed, to distinguish the first refusal from later ones.
        times = case when a.since between p_now - l.period and p_now + interval '1 minute'
            then least(a.times + 1, l.times + 2) else 1 end
    -- Beyond that nothing is written, so a flood costs no writes.
    where a.times < l.times + 2 or a.since not between p_now - l.period and p_now + interval '1 minute'
    returning a.times, a.since into v_times, v_since;
    if not found then
        select a.times, a.since into v_times, v_since from app.attempts a where a.kind = p_kind and a.key = p_key;
    end if;
    is_first := v_times = l.times + 1;
    if v_times > l.times then
        retry_after := greatest(1, ceil(extract(epoch from v_since + l.period - p_now)))::integer;
    end if;
end $$;
comment on function app.count_against is
    'Counts an attempt against a limit of app.target_limits. `retry_after`: seconds until it allows another one; null if this one is allowed. `is_first`: the first that is refused.';

create or replace function app.find_wait(p_kind text, p_key bytea, p_now timestamptz) returns integer
language plpgsql stable set search_path = ''
as $$
begin
    return (
        select greatest(1, ceil(extract(epoch from a.since + l.period - p_now)))::integer
        from app.target_limits() l
        join app.attempts a on a.kind = l.kind and a.key = p_key
        where l.kind = p_kind and a.times >= l.times and a.since between p_now - l.period and p_now + interval '1 minute'
    );
end $$;
comment on function app.find_wait is 'Seconds until a limit of app.target_limits allows another attempt; null if it does now. Counts nothing.';

create or replace function app.give_back_attempt(p_kind text, p_key bytea) returns void
language sql volatile set search_path = ''
as $$
    update app.attempts a set times = greatest(a.times - 1, 0) where a.kind = p_kind and a.key = p_key
$$;
comment on function app.give_back_attempt is 'No longer counts an attempt that turned out to be harmless.';

create or replace function app.require_within(p_kind text, p_key bytea, p_message text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
    v_wait integer := (app.count_against(p_kind, p_key, clock_timestamp())).retry_after;
begin
    if v_wait is not null then
        raise exception '%', p_message using errcode = 'FB429', detail = v_wait::text;
    end if;
end $$;
comment on function app.require_within is 'Counts an attempt; raises FB429 with the seconds to wait beyond the limit.';
