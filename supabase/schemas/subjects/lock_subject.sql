create or replace function app.lock_subject(inout p_call app.call, out is_new boolean)
language plpgsql set search_path = ''
as $$
declare
    v_subject uuid;
begin
    -- The subject may have been merged into another while this waited for its lock: then lock that one.
    for v_attempt in 1..5 loop
        v_subject := p_call.subject_id;
        perform from app.subjects where site_id = p_call.site_id and id = v_subject for key share;
        if found then
            insert into app.subject_locks (site_id, subject_id) values (p_call.site_id, v_subject)
            on conflict (site_id, subject_id) do nothing;
            is_new := found and v_attempt = 1;
            perform from app.subject_locks where site_id = p_call.site_id and subject_id = v_subject for no key update;
        else
            v_subject := null;
        end if;
        p_call := app.update_visitor(app.reload_call(p_call));
        exit when p_call.subject_id = v_subject;
        is_new := false;
    end loop;
end $$;
comment on function app.lock_subject is
    'Locks the visitor''s subject until the transaction ends, and reads visitor and subject again. `is_new`: this call created the lock row, so no earlier call decided for the subject.';
