-- The outbox: messages, each written in the transaction that makes what it is about.
set role feedback_owner;

create table app.outbox (
    site_id uuid not null,
    id uuid not null,
    response_id uuid,
    prompt_id uuid,
    destination_id uuid,
    final boolean,
    pending boolean not null default true,
    type text not null,
    answers jsonb,
    detail jsonb,
    primary key (site_id, id)
) partition by range (id);
create index outbox_pending on app.outbox (id) where pending;
create index outbox_response on app.outbox (site_id, response_id) where response_id is not null;
comment on table app.outbox is
    'Messages of 30 days, partitioned by the UTC day in the id. A message is one thing that happened and that a destination may receive.';
comment on column app.outbox.id is 'A UUIDv7: the time of what happened, and the ID that every receiver sees.';
comment on column app.outbox.answers is 'The answers as they were; null once the response is deleted or its visitor erased.';
comment on column app.outbox.destination_id is 'The only destination of a digest or a test; null for the others.';
comment on column app.outbox.detail is 'What the payload needs besides current rows.';
comment on column app.outbox.pending is 'Deliveries have not been created yet.';

alter table app.outbox enable row level security;
alter table app.outbox force row level security;
create policy "the service reads" on app.outbox for select to feedback_owner using (true);
create policy "the service inserts" on app.outbox for insert to feedback_owner with check (true);
create policy "the service updates" on app.outbox for update to feedback_owner using (true);
create policy "the service deletes" on app.outbox for delete to feedback_owner using (true);

create function app.create_outbox_day(p_day date) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
    v_name text := 'outbox_' || to_char(p_day, 'YYYYMMDD');
begin
    if to_regclass('app_days.' || v_name) is not null then
        return;
    end if;
    -- As in app.create_day.
    execute format('create table app_days.%I (like app.outbox including all)', v_name);
    execute format('alter table app_days.%I enable row level security', v_name);
    execute format('alter table app_days.%I force row level security', v_name);
    execute format('revoke all on app_days.%I from public, feedback_person, feedback_agent, feedback_ingest', v_name);
    execute format('alter table app.outbox attach partition app_days.%I for values from (%L) to (%L)',
        v_name, app.id_from(p_day::timestamp at time zone 'UTC'), app.id_from((p_day + 1)::timestamp at time zone 'UTC'));
end $$;
comment on function app.create_outbox_day is 'Creates the partition of app.outbox for a UTC day, to which no role has access.';

create or replace function app.create_days(p_now timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare
    v_today date := (p_now at time zone 'UTC')::date;
begin
    for v_day in -3..14 loop
        perform app.create_day(v_today + v_day);
        perform app.create_outbox_day(v_today + v_day);
    end loop;
end $$;

create function app.drop_outbox_day(p_now timestamptz) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '100ms'
as $$
declare
    v_partition regclass;
begin
    select c.oid into v_partition
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'app.outbox'::regclass
      and c.relname < 'outbox_' || to_char((p_now at time zone 'UTC')::date - 30, 'YYYYMMDD')
    order by c.relname limit 1;
    if not found then
        return false;
    end if;
    execute format('drop table %s', v_partition);
    return true;
exception when lock_not_available then
    -- As in app.drop_day.
    return false;
end $$;
comment on function app.drop_outbox_day is
    'Drops the oldest partition of app.outbox whose messages are older than 30 days. Returns false when there is none, or when it is being read.';

reset role;
