-- Site keys: the app's backend reports events with one. Only a hash of the key is stored.
set role feedback_owner;

create table app.site_keys (
    site_id uuid not null references app.sites on delete cascade,
    id uuid not null default app.mint_id(),
    name text not null,
    prefix text not null,
    hash bytea not null,
    created_by uuid not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    revoked_at timestamptz,
    browser_origin text,
    browser_seen_at timestamptz,
    notice_due_at timestamptz,
    primary key (site_id, id),
    constraint name_has_1_to_120_characters check (length(name) between 1 and 120),
    constraint prefix_has_8_characters check (prefix ~ '^fbs_[A-Za-z0-9_-]{4}$'),
    constraint hash_has_32_bytes check (length(hash) = 32)
);
create index site_keys_hash on app.site_keys (hash);
comment on table app.site_keys is 'Secret keys with which the app''s backend reports events; at most two per site are active, for rotation.';
comment on column app.site_keys.hash is 'SHA-256 of the keyed hash of the key, as in app.tokens.';
comment on column app.site_keys.prefix is 'The first characters of the key, by which people recognize it.';
comment on column app.site_keys.last_used_at is 'Accurate to the hour.';
comment on column app.site_keys.browser_origin is 'Origin of the web page that last sent the key, which makes it public.';
comment on column app.site_keys.notice_due_at is 'When the owners should be notified of that; null when there is nothing to say.';

alter table app.site_keys enable row level security;
alter table app.site_keys force row level security;
create policy "the service reads" on app.site_keys for select to feedback_owner using (true);
create policy "the service inserts" on app.site_keys for insert to feedback_owner with check (true);
create policy "the service updates" on app.site_keys for update to feedback_owner using (true);
create policy "the service deletes" on app.site_keys for delete to feedback_owner using (true);

-- Everything but the hash.
grant select (site_id, id, name, prefix, created_by, created_at, last_used_at, revoked_at, browser_origin, browser_seen_at)
    on app.site_keys to feedback_person, feedback_agent;
create policy "owners see site keys" on app.site_keys for select to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));
create policy "connections see site keys" on app.site_keys for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));
grant insert (site_id, id, name, prefix, hash, created_by) on app.site_keys to feedback_person;
create policy "owners create site keys" on app.site_keys for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('owner'))) and created_by = (select app.person_id()));
grant update (revoked_at) on app.site_keys to feedback_person;
create policy "owners revoke site keys" on app.site_keys for update to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));

create function app.check_new_site_key() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if app.person_id() is not null then
        perform app.require_recent_sign_in();
    end if;
    -- Concurrent creators take turns.
    perform from app.sites s where s.id = new.site_id for no key update;
    if (select count(*) from app.site_keys k where k.site_id = new.site_id and k.revoked_at is null) > 2 then
        raise exception 'A site has at most 2 active site keys.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger site_keys_are_two_at_most after insert on app.site_keys
    for each row execute function app.check_new_site_key();

create function app.keep_site_key_revoked() returns trigger
language plpgsql set search_path = ''
as $$
begin
    if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
        raise exception 'A revoked site key stays revoked.' using errcode = 'FB409';
    end if;
    return new;
end $$;
create trigger revoked_site_keys_stay_revoked before update of revoked_at on app.site_keys
    for each row execute function app.keep_site_key_revoked();

create function app.open_site_key(hash bytea, origin text, at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    k app.site_keys;
begin
    select * into k from app.site_keys s where s.hash = open_site_key.hash;
    if not found or exists (select from app.sites s where s.id = k.site_id and s.closed_at is not null) then
        return null;
    elsif k.revoked_at is not null then
        return '{"revoked": true}';
    end if;
    if origin is not null then
        -- One notice a day: a public page may send the key with every visit.
        update app.site_keys s set browser_origin = left(origin, 255), browser_seen_at = v_now, notice_due_at = v_now
        where s.site_id = k.site_id and s.id = k.id
          and (s.browser_seen_at is null or s.browser_seen_at < v_now - interval '1 day');
    elsif k.last_used_at is null or k.last_used_at < v_now - interval '1 hour' then
        update app.site_keys s set last_used_at = v_now where s.site_id = k.site_id and s.id = k.id;
    end if;
    return jsonb_build_object('id', k.id, 'site', k.site_id, 'revoked', false);
end $$;
comment on function app.open_site_key is
    'The site of a site key, and whether the key was revoked; null for an unknown key. With an origin, notes that a web page sent the key, and has the owners notified.';
grant execute on function app.open_site_key to feedback_ingest;

create function app.claim_site_key_notices(p_now timestamptz default clock_timestamp()) returns setof jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
    return query
        with due as (
            -- As app.claim_pause_notices.
            update app.site_keys k set notice_due_at = case when k.browser_seen_at > p_now - interval '3 days'
                then p_now + greatest(interval '5 minutes', p_now - k.browser_seen_at) end
            where k.notice_due_at <= p_now returning k.*
        )
        select jsonb_build_object('site', s.id, 'site_name', s.name, 'key', due.id, 'name', due.name,
            'prefix', due.prefix, 'origin', due.browser_origin,
            'seen_at', app.format_instant(due.browser_seen_at),
            'owners', (select jsonb_agg(m.email order by m.email) from app.members m
                where m.workspace_id = s.workspace_id and m.role = 'owner' and m.email is not null))
        from due join app.sites s on s.id = due.site_id;
end $$;
comment on function app.claim_site_key_notices is
    'Site keys that a web page sent and whose owners do not know yet, with the owners'' addresses. Returned again after growing delays, for three days, unless app.finish_site_key_notice is called.';

create function app.finish_site_key_notice(p_site uuid, p_key uuid) returns void
language sql volatile security definer set search_path = ''
as $$
    update app.site_keys k set notice_due_at = null where k.site_id = p_site and k.id = p_key
$$;
comment on function app.finish_site_key_notice is 'The owners were notified that a web page sent the key.';
grant execute on function app.claim_site_key_notices, app.finish_site_key_notice to feedback_worker;

reset role;
