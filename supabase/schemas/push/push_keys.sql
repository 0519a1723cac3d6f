create or replace function app.push_public_key() returns text
language sql stable security definer set search_path = ''
as $$ select k.public_key from app.push_keys k $$;
comment on function app.push_public_key is 'The public VAPID key, which browsers subscribe with; null before there is one.';
grant execute on function app.push_public_key to feedback_person;

create or replace function app.store_push_key(p_public_key text, p_sealed bytea) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
    insert into app.push_keys (public_key, sealed) values (p_public_key, p_sealed) on conflict (singleton) do nothing;
    return (select k.public_key from app.push_keys k);
end $$;
comment on function app.store_push_key is
    'Stores the VAPID keys unless there are some: replacing them would end every subscription. Returns the stored public key.';
grant execute on function app.store_push_key to feedback_person;
