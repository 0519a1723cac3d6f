set role feedback_owner;

create table app.diagnostic_keys (
    hash bytea primary key,
    expires_at timestamptz not null default now() + interval '5 minutes'
);
comment on table app.diagnostic_keys is
    'SHA-256 of keys with which the operator may ask the sdk function how it sees a request. The owner of the database adds them.';

alter table app.diagnostic_keys enable row level security;
alter table app.diagnostic_keys force row level security;
create policy "the service reads" on app.diagnostic_keys for select to feedback_owner using (true);
create policy "the service inserts" on app.diagnostic_keys for insert to feedback_owner with check (true);
create policy "the service deletes" on app.diagnostic_keys for delete to feedback_owner using (true);
-- Maintenance locks what it deletes.
create policy "the service updates" on app.diagnostic_keys for update to feedback_owner using (true);

create function app.is_diagnostic_key(p_hash bytea) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
    return exists (select from app.diagnostic_keys k where k.hash = p_hash and k.expires_at > now());
end $$;
grant execute on function app.is_diagnostic_key to feedback_ingest;

reset role;
