create or replace function app.delete_expired_visitor(p_site uuid, p_subjects uuid[], p_visitor uuid, p_now timestamptz) returns boolean
language plpgsql set search_path = ''
as $$
declare
    v_deleted integer;
    v_visitors integer;
begin
    perform from app.visitors v
    where v.site_id = p_site and (v.id = p_visitor or v.subject_id = any(p_subjects)) order by v.id for update;
    delete from app.subjects s
    where s.site_id = p_site and s.id = any(p_subjects) and s.last_seen_at < p_now - interval '90 days';
    get diagnostics v_deleted = row_count;
    delete from app.visitors v
    where v.site_id = p_site and v.id = p_visitor and v.last_seen_at < p_now - interval '90 days';
    get diagnostics v_visitors = row_count;
    return v_deleted + v_visitors > 0;
end $$;
comment on function app.delete_expired_visitor is
    'Deletes the visitor and the subjects if they are past their retention and not yet deleted by maintenance.';

create or replace function app.create_visitor(p_site uuid, p_visitor uuid, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
    v_has_subject boolean;
    v_is_new boolean;
begin
    loop
        -- A visitor's first subject has the visitor's id, so that two tabs at once create the same one. A visitor that
        -- exists may have joined an account, whose subject has another id.
        insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
        select p_site, p_visitor, p_visitor, p_now, p_now
        where not exists (select from app.visitors v where v.site_id = p_site and v.id = p_visitor)
        on conflict (site_id, id) do nothing;
        v_has_subject := found;
        insert into app.visitors (site_id, id, subject_id, first_seen_at, last_seen_at)
        select p_site, s.id, s.id, p_now, p_now from app.subjects s where s.site_id = p_site and s.id = p_visitor
        on conflict do nothing;
        v_is_new := found and v_has_subject;
        if v_has_subject and not v_is_new then
            -- Another call has just created the visitor, and merged its subject into an account's.
            delete from app.subjects s where s.site_id = p_site and s.id = p_visitor;
        end if;
        exit when (v_is_new or not app.delete_expired_visitor(p_site,
            array(select v.subject_id from app.visitors v where v.site_id = p_site and v.id = p_visitor) || p_visitor,
            p_visitor, p_now))
            -- After the sequence restarted, the key may be taken: then the next one is tried.
            and exists (select from app.visitors v where v.site_id = p_site and v.id = p_visitor);
    end loop;
end $$;
comment on function app.create_visitor is 'Creates a visitor and its subject, unless they exist. Rows past their retention count as deleted.';

create or replace function app.update_last_seen(p_call app.call) returns void
language plpgsql set search_path = ''
as $$
declare
    v_hour_ago timestamptz := p_call.now - interval '1 hour';
begin
    update app.visitors set last_seen_at = p_call.now
    where site_id = p_call.site_id and id = p_call.visitor_id and last_seen_at < v_hour_ago;
    update app.subjects set last_seen_at = p_call.now
    where site_id = p_call.site_id and id = p_call.subject_id and last_seen_at < v_hour_ago;
end $$;
comment on function app.update_last_seen is 'Updates when visitor and subject were last seen, at most once an hour.';

create or replace function app.read_visitor_version(p_site uuid, p_visitor uuid, p_now timestamptz) returns app.visitor_versions
language plpgsql stable set search_path = ''
as $$
declare
    v_version app.visitor_versions;
begin
    select v.site_id, v.id, p_now, v.subject_id, s.account is not null, s.sample_key, s.first_seen_at, v.traits
    into v_version
    from app.visitors v join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
    where v.site_id = p_site and v.id = p_visitor;
    return v_version;
end $$;
comment on function app.read_visitor_version is 'The current traits and account of a visitor, as a version that ends at p_now.';

create or replace function app.is_visitor_current(p_call app.call) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return p_call.last_seen_at >= p_call.now - interval '1 hour' and (
        coalesce(p_call.request_context -> 'identify', 'null') = 'null'
        or p_call.account is not distinct from p_call.request_context #>> '{identify,account}'
            and p_call.traits @> (p_call.request_context #> '{identify,traits}')
            and ((p_call.request_context #> '{identify,verified}')::boolean is not true or app.is_proven(p_call)));
end $$;
comment on function app.is_visitor_current is 'Whether the visitor exists, was seen within the hour, and has the account and traits of the request.';
