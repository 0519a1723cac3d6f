create or replace function app.note_postponement(p_site uuid, p_display uuid, p_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
    v_subject uuid;
begin
    for v_attempt in 1..5 loop
        v_subject := (select d.subject_id from app.displays d where d.site_id = p_site and d.id = p_display);
        -- A concurrent sign-in may move the display to another subject: wait for it, then read again.
        perform from app.subjects s where s.site_id = p_site and s.id = v_subject for key share;
        exit when found or v_subject is null;
    end loop;
    update app.subject_locks g set postponed_until = greatest(g.postponed_until, p_until)
    where g.site_id = p_site and g.subject_id = v_subject;
end $$;
comment on function app.note_postponement is
    'Notes beside the lock of a subject that it has postponed a display, so that decisions about others read none. Before the display is locked.';
