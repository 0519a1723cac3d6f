-- IDs of one millisecond are in the order of their microseconds: of two changes to a response, the later has the greater ID.
set role feedback_owner;

create or replace function app.mint_id(p_at timestamptz default clock_timestamp()) returns uuid
language sql volatile set search_path = ''
as $$
    -- A random UUID whose first 64 bits are replaced: 48 of milliseconds, 4 of the version, 12 of what is left of the time.
    select encode(
        overlay(uuid_send(gen_random_uuid())
            placing int8send((t.us / 1000 << 16) + (7 << 12) + t.us % 1000 * 4096 / 1000)
            from 1 for 8), 'hex')::uuid
    from (select floor(extract(epoch from p_at) * 1000000)::bigint as us) t
$$;
comment on function app.mint_id is 'A UUIDv7 for the given time, to the microsecond (RFC 9562, section 6.2, method 3).';

reset role;
