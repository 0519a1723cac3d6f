create or replace function app.erase_person(p_site uuid, p_visitor uuid, p_account text, p_hash text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_visitors uuid[];
    v_subjects uuid[];
    v_counts jsonb := '{}';
    v_count bigint;
    v_deleted bigint;
    v_receipt app.erasures;
begin
    perform app.require_role(p_site, 'owner');
    v_visitors := app.find_visitors(p_site, p_visitor, p_account);
    v_subjects := app.find_subjects(p_site, v_visitors, p_account);
    -- An answer locks its display first, too: it is stored before this and erased, or finds no display.
    perform from app.displays d
    where d.site_id = p_site and (d.visitor_id = any(v_visitors) or d.subject_id = any(v_subjects))
    order by d.id for update;
    perform app.forget_replies(p_site, array(
        select d.id::text from app.displays d
        where d.site_id = p_site and (d.visitor_id = any(v_visitors) or d.subject_id = any(v_subjects)))
        || v_visitors::text[] || v_subjects::text[] || p_account);
    -- A filter by the account names the person and lists nobody else.
    delete from app.saved_filters f where f.site_id = p_site and f.filter ->> 'account' = p_account;
    delete from app.result_links l where l.site_id = p_site and l.filter ->> 'account' = p_account;
    delete from app.events e using app.sites s, app.visitors v
    where s.id = p_site and v.site_id = p_site and v.id = any(v_visitors) and e.site + 0 = s.key and e.visitor = v.key;
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('events', v_count);
    -- Before the responses and the displays, by which they are found.
    delete from app.screenshots s where s.site_id = p_site and s.display_id in (
        select r.display_id from app.responses r
        where r.site_id = p_site and (r.visitor_id = any(v_visitors) or r.subject_id = any(v_subjects))
        union all
        select x.display_id from app.deleted_responses x
        where x.site_id = p_site and (x.visitor_id = any(v_visitors) or x.subject_id = any(v_subjects))
        union all
        select d.id from app.displays d
        where d.site_id = p_site and (d.visitor_id = any(v_visitors) or d.subject_id = any(v_subjects)));
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('screenshots', v_count);
    delete from app.responses where site_id = p_site and (visitor_id = any(v_visitors) or subject_id = any(v_subjects)
        or display_id in (select d.id from app.displays d where d.site_id = p_site and d.visitor_id = any(v_visitors)));
    get diagnostics v_count = row_count;
    delete from app.deleted_responses where site_id = p_site and (visitor_id = any(v_visitors) or subject_id = any(v_subjects)
        or display_id in (select d.id from app.displays d where d.site_id = p_site and d.visitor_id = any(v_visitors)));
    get diagnostics v_deleted = row_count;
    v_counts := v_counts || jsonb_build_object('responses', v_count + v_deleted);
    delete from app.displays where site_id = p_site and (visitor_id = any(v_visitors) or subject_id = any(v_subjects));
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('displays', v_count);
    delete from app.visitor_versions where site_id = p_site and visitor_id = any(v_visitors);
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('visitor_versions', v_count);
    delete from app.visitors where site_id = p_site and id = any(v_visitors);
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('visitors', v_count);
    delete from app.subjects where site_id = p_site and id = any(v_subjects);
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('subjects', v_count);
    delete from app.buckets where site_id = p_site and kind = 2 and key in (select uuid_send(u) from unnest(v_subjects) u);

    insert into app.erasures (site_id, hash, counts, erased_by)
    values (p_site, p_hash, v_counts, app.person_id()) returning * into v_receipt;
    if cardinality(v_visitors) > 0 and app.has_destination(p_site, 'visitor.erased') then
        insert into app.outbox (site_id, id, type, detail)
        values (p_site, app.mint_id(), 'visitor.erased', jsonb_build_object('id', v_receipt.id, 'visitors', v_visitors));
    end if;
    return to_jsonb(v_receipt) - 'site_id';
end $$;
comment on function app.erase_person is
    'Deletes all data about one visitor, or about one account and all its visitors, including what members wrote about them, and stores a receipt. p_hash is a keyed hash of their ID.';
grant execute on function app.erase_person to feedback_person;

create trigger erasing_needs_presence after insert on app.erasures
    for each row execute function app.check_assurance('presence', 'eraseVisitor');
