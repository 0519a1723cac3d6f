-- Everything that the functions have sealed, so that it can be checked, and sealed again when the sealing key is replaced.
create or replace function app.stored_secrets()
returns table (place text, site_id uuid, id text, use text, sealed bytea)
language sql stable set search_path = ''
as $$
    select 'proof_keys.sealed', k.site_id, k.kid, k.alg, k.sealed
    from app.proof_keys k
    union all
    select s.place, d.site_id, d.id::text, s.use, s.sealed
    from app.destinations d
    cross join lateral (values
        ('destinations.sealed_url', 'url', d.sealed_url),
        ('destinations.sealed_token', 'token', d.sealed_token),
        ('destinations.sealed_secret', 'secret', d.sealed_secret),
        ('destinations.sealed_old_secret', 'secret', case when d.rotation_ends_at > now() then d.sealed_old_secret end)
    ) s (place, use, sealed)
    where s.sealed is not null
    union all
    select s.place, r.site_id, r.destination_id::text, s.use, s.sealed
    from app.destination_requests r
    cross join lateral (values
        ('destination_requests.sealed_url', 'url', r.sealed_url),
        ('destination_requests.sealed_token', 'token', r.sealed_token)
    ) s (place, use, sealed)
    where s.sealed is not null and r.state = 'pending' and r.expires_at > now()
    union all
    select 'push_keys.sealed', null, k.public_key, 'private', k.sealed from app.push_keys k where app.own_cell() = 0
    union all
    select 'push_subscriptions.sealed', null, s.id::text, 'subscription', s.sealed from app.push_subscriptions s
    -- In a cell both are copies.
    where app.own_cell() = 0
$$;
comment on function app.stored_secrets is
    'Everything that is sealed and still in use, with what it is bound to. `place`: table and column; `site_id`: null for what belongs to no site; `id`: the key ID, the public key, or the UUID of the destination or subscription; `use`: the algorithm, or which secret it is.';

create or replace function app.list_sealed_otherwise(p_sealing_key bytea, p_after text default '', p_limit integer default 500)
returns table ("position" text, place text, site_id uuid, id text, use text, sealed bytea)
language sql stable security definer set search_path = ''
as $$
    select p.position, s.place, s.site_id, s.id, s.use, s.sealed
    from app.stored_secrets() s
    -- Ciphertexts are unique, so each has its own position.
    cross join lateral (
        select concat_ws('/', s.site_id, s.place, s.id, encode(sha256(s.sealed), 'hex')) collate "C" as position) p
    where substr(s.sealed, 1, length(p_sealing_key)) <> p_sealing_key and p.position > p_after
    order by p.position limit p_limit
$$;
comment on function app.list_sealed_otherwise is
    'What is sealed with another key than the one whose ciphertexts begin with `p_sealing_key`, after a position.';
grant execute on function app.list_sealed_otherwise to feedback_worker;

create or replace function app.replace_sealed(p_place text, p_site uuid, p_id text, p_sealed bytea, p_replacement bytea) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
    case p_place
        when 'proof_keys.sealed' then
            update app.proof_keys k set sealed = p_replacement
            where k.site_id = p_site and k.kid = p_id and k.sealed = p_sealed;
        when 'destinations.sealed_url' then
            update app.destinations d set sealed_url = p_replacement
            where d.site_id = p_site and d.id = p_id::uuid and d.sealed_url = p_sealed;
        when 'destinations.sealed_token' then
            update app.destinations d set sealed_token = p_replacement
            where d.site_id = p_site and d.id = p_id::uuid and d.sealed_token = p_sealed;
        when 'destinations.sealed_secret' then
            update app.destinations d set sealed_secret = p_replacement
            where d.site_id = p_site and d.id = p_id::uuid and d.sealed_secret = p_sealed;
        when 'destinations.sealed_old_secret' then
            update app.destinations d set sealed_old_secret = p_replacement
            where d.site_id = p_site and d.id = p_id::uuid and d.sealed_old_secret = p_sealed;
        when 'destination_requests.sealed_url' then
            update app.destination_requests r set sealed_url = p_replacement
            where r.site_id = p_site and r.destination_id = p_id::uuid and r.sealed_url = p_sealed;
        when 'destination_requests.sealed_token' then
            update app.destination_requests r set sealed_token = p_replacement
            where r.site_id = p_site and r.destination_id = p_id::uuid and r.sealed_token = p_sealed;
        when 'push_keys.sealed' then
            update app.push_keys k set sealed = p_replacement where k.public_key = p_id and k.sealed = p_sealed;
        when 'push_subscriptions.sealed' then
            update app.push_subscriptions s set sealed = p_replacement where s.id = p_id::uuid and s.sealed = p_sealed;
    end case;
    return found;
end $$;
comment on function app.replace_sealed is
    'Replaces a ciphertext that app.stored_secrets lists, if it is still stored; false when it has changed meanwhile.';
grant execute on function app.replace_sealed to feedback_worker;

create or replace function app.count_sealed() returns table (sealing_key text, secrets bigint)
language sql stable security definer set search_path = ''
as $$
    select encode(substr(s.sealed, 1, case when substr(s.sealed, 1, 1) = '\x02' then 5 else 1 end), 'hex'), count(*)
    from app.stored_secrets() s group by 1 order by 1
$$;
comment on function app.count_sealed is
    'How many secrets are sealed with each key: `01` is the one derived from FEEDBACK_SECRET; others are `02` and an ID.';
