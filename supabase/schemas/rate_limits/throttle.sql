create or replace function app.refilled_tokens(k app.buckets, p_now timestamptz) returns real
language plpgsql stable parallel safe set search_path = ''
as $$
begin
    return case
        -- Written while the clock was ahead: the bucket would stay empty until that time.
        when extract(epoch from k.at - p_now) * k.rate > k.burst / 2 then k.burst
        else least(k.burst, k.tokens + greatest(extract(epoch from p_now - k.at), 0)::real * k.rate) end;
end $$;
comment on function app.refilled_tokens is
    'The tokens in a bucket at p_now. A bucket written later than that, by more than half of its fill time, counts as full.';

create or replace function app.consume_tokens(p_sites uuid[], p_addresses bytea[], p_subjects uuid[], p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    insert into app.buckets as k (site_id, kind, key, burst, rate, tokens, at, exhausted)
    select r.site_id, c.kind, c.key, c.burst, c.rate, c.burst - 8 * count(*), p_now, false
    from unnest(p_sites, p_addresses, p_subjects) r (site_id, address, subject_id),
    -- `limit 1` makes this a look-up by primary key, whatever the statistics.
    lateral (select * from app.rate_limits l where l.site_id = r.site_id limit 1) l,
    lateral (values
        (0::smallint, '\x'::bytea, l.site_burst, l.site_rate),
        (1::smallint, r.address, l.address_burst, l.address_rate),
        (2::smallint, uuid_send(r.subject_id), l.subject_burst, l.subject_rate)) c (kind, key, burst, rate)
    where c.key is not null
    group by r.site_id, c.kind, c.key, c.burst, c.rate
    -- All calls lock buckets in this order, so that they cannot deadlock.
    order by r.site_id, c.kind, c.key
    on conflict (site_id, kind, key) do update
    set (burst, rate, tokens, at, exhausted) = (
        -- As app.refilled_tokens does: a call per bucket would cost more than the rest of this statement.
        select excluded.burst, excluded.rate, f.tokens, f.at, f.tokens < 1
        from (select
            case when a.ahead * k.rate > k.burst / 2 then excluded.tokens
                else least(excluded.burst, k.tokens + greatest(-a.ahead, 0)::real * k.rate)
                    - (excluded.burst - excluded.tokens) end as tokens,
            case when a.ahead * k.rate > k.burst / 2 then excluded.at else greatest(k.at, excluded.at) end as at
            from (select date_part('epoch', k.at - excluded.at) as ahead) a) f);
end $$;
comment on function app.consume_tokens is
    'Consumes eight tokens of the site, the address and the subject of each request, by the current rate limits of the site.';

create or replace function app.find_exhausted_bucket(
    p_site uuid, p_address bytea, p_subject uuid, p_now timestamptz, out exceeded smallint, out retry_after integer)
language plpgsql stable set search_path = ''
as $$
begin
    select k.kind, ceil((1 - app.refilled_tokens(k, p_now)) / k.rate)::integer
    into exceeded, retry_after
    from app.buckets k
    where k.site_id = p_site and k.exhausted
      and (k.kind = 0 or k.kind = 1 and k.key = p_address or k.kind = 2 and k.key = uuid_send(p_subject))
      and app.refilled_tokens(k, p_now) < 1
    order by k.kind limit 1;
end $$;

-- Every request is checked, but only one in eight consumes tokens, eight times as many: if every request of a site
-- updated its bucket, each would wait for the commit of the one before.
create or replace function app.is_consumption_due() returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
    return random() < 0.125;
end $$;

create or replace function app.throttle(
    p_site uuid, p_address bytea, p_subject uuid, p_now timestamptz, p_has_exhausted boolean, p_consumes boolean)
returns integer
language plpgsql set search_path = ''
as $$
declare
    v_exceeded smallint;
    v_retry_after integer;
begin
    if p_has_exhausted then
        select f.exceeded, f.retry_after into v_exceeded, v_retry_after
        from app.find_exhausted_bucket(p_site, p_address, p_subject, p_now) f;
    end if;
    if v_exceeded = 0 then
        raise exception 'Too many requests for this site.' using errcode = 'FB429', detail = v_retry_after::text;
    end if;
    if v_exceeded is null and p_consumes then
        perform app.consume_tokens(array[p_site], array[p_address], array[p_subject], p_now);
    end if;
    return v_retry_after;
end $$;
comment on function app.throttle is
    'Checks the rate limits if the site has an exhausted bucket (p_has_exhausted), and with p_consumes consumes tokens. Raises FB429 if the site is over its limit. Returns the seconds to wait if address or subject is, else null.';

create or replace function app.throttle_call(p_call app.call) returns integer
language plpgsql set search_path = ''
as $$
begin
    return app.throttle(p_call.site_id, decode(p_call.request_context ->> 'address', 'hex'), p_call.subject_id, p_call.now,
        p_call.has_exhausted, app.is_consumption_due());
end $$;
