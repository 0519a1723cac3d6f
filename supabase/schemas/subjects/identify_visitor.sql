create or replace function app.merge_traits(p_old jsonb, p_new jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when app.count_keys(p_old || p_new) <= 64 and octet_length((p_old || p_new)::text) <= 5120 then p_old || p_new
        else p_new end;
end $$;
comment on function app.merge_traits is
    'Merges traits by key; if that exceeds the limits of one call, only the new ones stay.';

create or replace function app.identify_visitor(p_site uuid, p_visitor uuid, p_identify jsonb, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
    v_before app.visitor_versions;
    v_after app.visitor_versions;
begin
    perform app.create_visitor(p_site, p_visitor, p_now);
    perform from app.visitors where site_id = p_site and id = p_visitor for update;
    v_before := app.read_visitor_version(p_site, p_visitor, p_now);
    for v_attempt in 1..5 loop
        begin
            perform app.assign_account(p_site, p_visitor, p_identify ->> 'account', p_now);
            exit;
        exception when unique_violation then
            -- Another visitor has just taken the account, so it exists now.
            if v_attempt = 5 then raise; end if;
        end;
    end loop;
    update app.visitors set traits = app.merge_traits(traits, p_identify -> 'traits')
    where site_id = p_site and id = p_visitor and not traits @> (p_identify -> 'traits');
    v_after := app.read_visitor_version(p_site, p_visitor, p_now);
    if (p_identify -> 'verified')::boolean then
        insert into app.proven_visitors as p (site_id, visitor_id, subject_id) values (p_site, p_visitor, v_after.subject_id)
        on conflict (site_id, visitor_id) do update set subject_id = excluded.subject_id
        where p.subject_id <> excluded.subject_id;
    end if;
    -- A visitor that this call created has no earlier version.
    if v_before.first_seen_at < p_now
        and (v_before.subject_id, v_before.identified, v_before.traits)
            is distinct from (v_after.subject_id, v_after.identified, v_after.traits)
    then
        insert into app.visitor_versions values (v_before.*) on conflict (site_id, visitor_id, until) do nothing;
    end if;
end $$;
comment on function app.identify_visitor is
    'Connects the visitor to the account and merges its traits; adds the previous state to app.visitor_versions.';

create or replace function app.update_visitor(p_call app.call) returns app.call
language plpgsql set search_path = ''
as $$
begin
    if p_call.visitor_id is null then
        perform app.create_visitor(p_call.site_id, (p_call.request_context ->> 'visitor')::uuid, p_call.now);
        p_call := app.reload_call(p_call);
    end if;
    if not app.is_visitor_current(p_call) then
        if coalesce(p_call.request_context -> 'identify', 'null') <> 'null' then
            perform app.identify_visitor(p_call.site_id, p_call.visitor_id, p_call.request_context -> 'identify', p_call.now);
            p_call := app.reload_call(p_call);
        end if;
        perform app.update_last_seen(p_call);
    end if;
    return p_call;
end $$;
comment on function app.update_visitor is 'Creates the visitor, connects it to the account of the request and updates when it was last seen, as far as needed.';
