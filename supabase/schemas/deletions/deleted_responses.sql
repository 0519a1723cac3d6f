create or replace function app.list_inbox_rows(p_site uuid, p_responses uuid[]) returns table (display_id uuid, tables jsonb)
language sql stable set search_path = ''
as $$
    select f.display_id, jsonb_object_agg(f.relation, f.found) from (
        select t.display_id, 'text_answers' as relation, jsonb_agg(to_jsonb(t)) as found
        from app.text_answers t where t.site_id = p_site and t.display_id = any(p_responses) group by 1
        union all
        select g.display_id, 'text_tags', jsonb_agg(to_jsonb(g))
        from app.text_tags g where g.site_id = p_site and g.display_id = any(p_responses) group by 1
        union all
        select n.display_id, 'text_notes', jsonb_agg(to_jsonb(n))
        from app.text_notes n where n.site_id = p_site and n.display_id = any(p_responses) group by 1
        union all
        select l.display_id, 'label_proposals', jsonb_agg(to_jsonb(l))
        from app.label_proposals l where l.site_id = p_site and l.display_id = any(p_responses) group by 1) f
    group by f.display_id
$$;
comment on function app.list_inbox_rows is 'The texts of responses, and what members and programs noted about them: rows by table.';

create or replace function app.delete_responses(
    p_site uuid, p_responses uuid[], p_changes text[], p_name text, p_now timestamptz) returns uuid
-- Statistics of a table that has just grown suggest nested loops over thousands of responses.
language plpgsql security definer set search_path = '' set enable_nestloop = 'off' set jit = 'off'
as $$
declare
    v_undo constant interval := interval '7 days';
    v_id uuid := app.mint_id(p_now);
    v_deleted integer;
begin
    perform app.require_role(p_site, 'owner');
    perform app.require_assurance('presence', 'deleteResponses', p_site, null);
    insert into app.deletions (workspace_id, site_id, id, kind, target_id, name, requested_by, requested_at, due_at)
    select s.workspace_id, s.id, v_id, 'responses', v_id, p_name, app.person_id(), p_now, p_now + v_undo
    from app.sites s where s.id = p_site;
    with deleted as (
        delete from app.responses r
        where r.site_id = p_site and r.display_id = any(p_responses) and r.changed_in = any(p_changes::xid8[])
        returning r.*
    )
    insert into app.deleted_responses (
        site_id, display_id, deletion_id, prompt_id, revision, visitor_id, subject_id, response, inbox, answer_traits)
    -- The snapshot of the statement still has what is deleted with the responses.
    select x.site_id, x.display_id, v_id, x.prompt_id, x.revision, x.visitor_id, x.subject_id,
        to_jsonb(x) - '{visitor_id,subject_id,changed_in}'::text[], coalesce(i.tables, '{}'), (
            select jsonb_object_agg(t.key, t.value) from jsonb_each(s.answer_traits) t
            where t.value ->> 'display' = x.display_id::text)
    from deleted x
    left join app.list_inbox_rows(p_site, p_responses) i on i.display_id = x.display_id
    left join app.subjects s on s.site_id = x.site_id and s.id = x.subject_id and s.answer_traits is not null;
    get diagnostics v_deleted = row_count;
    if v_deleted <> cardinality(p_responses) then
        raise exception 'Visitors changed % of these responses meanwhile. Nothing was deleted.', cardinality(p_responses) - v_deleted
            using errcode = 'FB409', hint = 'Look at the count again.';
    end if;
    return v_id;
end $$;
comment on function app.delete_responses is
    'Deletes responses, and keeps them apart for 7 days. p_changes are the transactions that had changed them last: raises FB409 if another one has changed a response since. Returns the deletion.';
grant execute on function app.delete_responses to feedback_person;

create or replace function app.restore_responses(p_deletion uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
    -- Their texts are restored below, which takes a tenth of the time of finding them again.
    perform set_config('app.restores_responses', 'on', true);
    -- Where the visitor has answered again meanwhile, the new response has everything that the deleted one had.
    insert into app.responses
    select r.* from app.deleted_responses x
    left join app.visitors v on v.site_id = x.site_id and v.id = x.visitor_id
    left join app.subjects s on s.site_id = x.site_id and s.id = coalesce(v.subject_id, x.subject_id)
    cross join lateral jsonb_populate_record(null::app.responses, x.response || jsonb_build_object(
        'visitor_id', v.id, 'subject_id', s.id, 'changed_in', pg_catalog.pg_current_xact_id()::text)) r
    where x.deletion_id = p_deletion
    on conflict (site_id, display_id) do nothing;
    perform set_config('app.restores_responses', '', true);

    insert into app.text_answers as t (site_id, display_id, question_id, prompt_id, text, language, config, words,
        answered_at, status, assignee)
    select i.site_id, i.display_id, i.question_id, i.prompt_id, i.text, i.language, i.config, i.words, i.answered_at,
        i.status, (select m.person_id from app.sites s join app.members m on m.workspace_id = s.workspace_id
            where s.id = i.site_id and m.person_id = i.assignee)
    from app.deleted_responses x
    cross join jsonb_populate_recordset(null::app.text_answers, x.inbox -> 'text_answers') i
    join app.responses r on r.site_id = x.site_id and r.display_id = x.display_id
    where x.deletion_id = p_deletion and (r.answers = x.response -> 'answers' or exists (select from app.text_answers o
        where o.site_id = i.site_id and o.display_id = i.display_id and o.question_id = i.question_id))
    on conflict (site_id, display_id, question_id) do update set status = excluded.status, assignee = excluded.assignee;

    insert into app.text_tags
    select g.* from app.deleted_responses x
    cross join jsonb_populate_recordset(null::app.text_tags, x.inbox -> 'text_tags') g
    join app.text_answers t on t.site_id = g.site_id and t.display_id = g.display_id and t.question_id = g.question_id
    join app.tags a on a.site_id = g.site_id and a.id = g.tag_id
    where x.deletion_id = p_deletion
    on conflict do nothing;

    insert into app.text_notes
    select n.* from app.deleted_responses x
    cross join jsonb_populate_recordset(null::app.text_notes, x.inbox -> 'text_notes') n
    join app.text_answers t on t.site_id = n.site_id and t.display_id = n.display_id and t.question_id = n.question_id
    where x.deletion_id = p_deletion
    on conflict do nothing;

    insert into app.label_proposals
    select l.* from app.deleted_responses x
    cross join jsonb_populate_recordset(null::app.label_proposals, x.inbox -> 'label_proposals') l
    join app.text_answers t on t.site_id = l.site_id and t.display_id = l.display_id and t.question_id = l.question_id
    join app.tags a on a.site_id = l.site_id and a.id = l.tag_id
    where x.deletion_id = p_deletion
    on conflict do nothing;

    perform app.restore_answer_traits(p_deletion);
    delete from app.deleted_responses x where x.deletion_id = p_deletion;
end $$;
comment on function app.restore_responses is
    'Restores the responses of a deletion, with what was noted about them and the traits that they became. Visitors, accounts and tags that no longer exist are left out.';
