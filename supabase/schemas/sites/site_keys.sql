create or replace function app.check_new_site_key() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- Concurrent creators take turns.
    perform from app.sites s where s.id = new.site_id for no key update;
    if (select count(*) from app.site_keys k where k.site_id = new.site_id and k.revoked_at is null) > 2 then
        raise exception 'A site has at most 2 active site keys.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger site_keys_are_two_at_most after insert on app.site_keys
    for each row execute function app.check_new_site_key();

create trigger site_keys_need_presence after insert on app.site_keys
    for each row execute function app.check_assurance('presence', 'createSiteKey');
create trigger revoking_site_keys_needs_a_recent_sign_in after update of revoked_at on app.site_keys
    for each row execute function app.check_assurance('recent');

create or replace function app.keep_site_key_revoked() returns trigger
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

create or replace function app.open_site_key(hash bytea, origin text, at timestamptz) returns jsonb
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

create or replace function app.claim_site_key_notices(p_now timestamptz default clock_timestamp()) returns setof jsonb
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
grant execute on function app.claim_site_key_notices to feedback_worker;

create or replace function app.finish_site_key_notice(p_site uuid, p_key uuid) returns void
language sql volatile security definer set search_path = ''
as $$
    update app.site_keys k set notice_due_at = null where k.site_id = p_site and k.id = p_key
$$;
comment on function app.finish_site_key_notice is 'The owners were notified that a web page sent the key.';
grant execute on function app.finish_site_key_notice to feedback_worker;

create or replace function app.has_site_key(p_site uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
    perform app.require_site_access(p_site);
    return exists (select from app.site_keys k where k.site_id = p_site and k.revoked_at is null);
end $$;
comment on function app.has_site_key is 'Whether a backend can report events to the site. A security definer, because only owners see the keys.';
grant execute on function app.has_site_key to feedback_agent, feedback_person;
