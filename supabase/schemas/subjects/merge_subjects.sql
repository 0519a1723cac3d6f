create or replace function app.merge_subjects(p_site uuid, p_from uuid, p_to uuid) returns void
language plpgsql set search_path = ''
as $$
begin
    perform from app.subjects where site_id = p_site and id in (p_from, p_to) order by id for update;
    insert into app.subject_locks (site_id, subject_id) values (p_site, least(p_from, p_to)), (p_site, greatest(p_from, p_to))
    on conflict (site_id, subject_id) do nothing;
    perform from app.subject_locks where site_id = p_site and subject_id in (p_from, p_to) order by subject_id for update;

    update app.displays set subject_id = p_to where site_id = p_site and subject_id = p_from;
    update app.responses set subject_id = p_to where site_id = p_site and subject_id = p_from;
    -- A prompt that waits for both keeps waiting for the account.
    update app.waiting_prompts w set subject_id = p_to where w.site_id = p_site and w.subject_id = p_from and not exists (
        select from app.waiting_prompts o where o.site_id = p_site and o.subject_id = p_to and o.prompt_id = w.prompt_id);
    insert into app.display_totals as l (site_id, subject_id, prompt_id, displays, last_at, answered)
    select o.site_id, p_to, o.prompt_id, o.displays, o.last_at, o.answered from app.display_totals o
    where o.site_id = p_site and o.subject_id = p_from
    on conflict (site_id, subject_id, prompt_id) do update
    set displays = l.displays + excluded.displays, last_at = greatest(l.last_at, excluded.last_at),
        answered = l.answered or excluded.answered;
    update app.subject_locks g set last_at = greatest(g.last_at, o.last_at), postponed_until = greatest(g.postponed_until, o.postponed_until)
    from app.subject_locks o
    where g.site_id = p_site and g.subject_id = p_to and o.site_id = p_site and o.subject_id = p_from;
    update app.subjects t
    set first_seen_at = least(t.first_seen_at, f.first_seen_at), last_seen_at = greatest(t.last_seen_at, f.last_seen_at)
    from app.subjects f
    where t.site_id = p_site and t.id = p_to and f.site_id = p_site and f.id = p_from;
    update app.visitors set subject_id = p_to where site_id = p_site and subject_id = p_from;
    delete from app.subjects where site_id = p_site and id = p_from;
end $$;
comment on function app.merge_subjects is 'Merges an anonymous subject into an account''s: moves its displays and responses, and keeps the later last display.';
