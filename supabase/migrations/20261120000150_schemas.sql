create schema app authorization feedback_owner;
create schema app_days authorization feedback_owner;
comment on schema app is 'Tables and functions of the service; not exposed by the REST API.';
comment on schema app_days is 'Partitions of app.events, one per day.';

set role feedback_owner;
alter default privileges revoke execute on functions from public;
grant usage on schema app to feedback_ingest, feedback_person, feedback_agent;

create function app.mint_id(p_at timestamptz default clock_timestamp()) returns uuid
language sql volatile set search_path = ''
as $$
    -- A random UUID with its first 48 bits replaced by the time, and its version changed from 4 to 7.
    select encode(
        set_bit(set_bit(
            overlay(uuid_send(gen_random_uuid())
                placing substring(int8send((extract(epoch from p_at) * 1000)::bigint) from 3)
                from 1 for 6),
            52, 1), 53, 1), 'hex')::uuid
$$;
comment on function app.mint_id is 'A UUIDv7 for the given time.';

create function app.id_time(p_id uuid) returns timestamptz
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return to_timestamp(
        ('x' || translate(left(p_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0::double precision);
end $$;
comment on function app.id_time is
    'The timestamp of a UUIDv7. Statements over many events inline it: a call takes 0.6 µs longer.';

create function app.id_from(p_at timestamptz) returns uuid
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return (lpad(to_hex(ceil(extract(epoch from greatest(p_at, 'epoch')) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
end $$;
comment on function app.id_from is 'The lowest UUIDv7 of a time: ids from it on have that time or a later one.';

create function app.epoch(p_at timestamptz) returns numeric
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return round(extract(epoch from p_at - timestamptz 'epoch'), 3);
end $$;
comment on function app.epoch is 'Seconds since 1970, to the millisecond.';

create function app.content_hash(p_content jsonb) returns text
language sql immutable parallel safe set search_path = ''
as $$ select encode(sha256(convert_to(p_content::text, 'UTF8')), 'hex') $$;
comment on function app.content_hash is 'SHA-256 in hex of a content, as Postgres prints it.';

reset role;
