create or replace function app.add_screenshot(p_site uuid, p_display uuid, p_picture jsonb, p_now timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_per_display constant integer := 5;
    v_per_site_day constant integer := 1000;
    v_now timestamptz := coalesce(p_now, clock_timestamp());
    v_id uuid;
begin
    -- Concurrent uploads for one display are counted one after the other.
    perform from app.displays d where d.site_id = p_site and d.id = p_display for update;
    if not found then
        return null;
    elsif exists (select from app.responses r where r.site_id = p_site and r.display_id = p_display and r.final) then
        return jsonb_build_object('refused', 'already_final');
    elsif (select count(*) from app.screenshots s where s.site_id = p_site and s.display_id = p_display) >= v_per_display then
        return jsonb_build_object('refused', 'display');
    elsif (select count(*) from (select from app.screenshots s
        where s.site_id = p_site and s.stored_at > v_now - interval '24 hours' limit v_per_site_day) t) >= v_per_site_day then
        return jsonb_build_object('refused', 'site');
    end if;
    insert into app.screenshots (site_id, display_id, question_id, type, bytes, width, height, sha256, stored_at)
    select p_site, p_display, p.question, p.type, p.bytes, p.width, p.height, decode(p.sha256, 'hex'), v_now
    from jsonb_to_record(p_picture) p (question text, type text, bytes integer, width integer, height integer, sha256 text)
    returning id into v_id;
    return jsonb_build_object('id', v_id, 'now', app.milliseconds(v_now));
end $$;
comment on function app.add_screenshot is
    'Adds the row of a picture, before its file is stored. Null for an unknown display; `refused` says which limit was reached.';
grant execute on function app.add_screenshot to feedback_ingest;

create or replace function app.discard_screenshot(p_site uuid, p_id uuid) returns void
language sql security definer set search_path = ''
as $$
    delete from app.screenshots s where s.site_id = p_site and s.id = p_id and not s.answered
$$;
comment on function app.discard_screenshot is 'Removes the row of a picture whose file could not be stored.';
grant execute on function app.discard_screenshot to feedback_ingest;

create or replace function app.store_answers_with_screenshots(
    site uuid, display uuid, seq integer, final boolean, answers jsonb, at timestamptz, context jsonb, screenshots jsonb,
    traits jsonb default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_foreign text;
    v_stored jsonb;
begin
    if (app.lock_display(site, display)).id is null then
        return null;
    end if;
    -- Its pictures are deleted after it.
    perform from app.responses r
    where r.site_id = store_answers_with_screenshots.site and r.display_id = display for no key update;
    -- The lock keeps maintenance from deleting a picture that is about to be answered.
    perform from app.screenshots s
    where s.site_id = store_answers_with_screenshots.site and s.display_id = display for update;
    v_foreign := (
        select g.key from jsonb_each_text(screenshots) g
        where not exists (select from app.screenshots s
            where s.site_id = store_answers_with_screenshots.site and s.id = g.value::uuid
              and s.display_id = display and s.question_id = g.key)
        limit 1);
    if v_foreign is not null then
        return jsonb_build_object('foreign', v_foreign);
    end if;
    v_stored := app.store_answers(site, display, seq, final, answers, at, context, traits);
    update app.screenshots s
    set answered = not s.answered
    where s.site_id = store_answers_with_screenshots.site and s.display_id = display
      and s.answered <> exists (select from app.responses r
        where r.site_id = s.site_id and r.display_id = s.display_id and r.answers ->> s.question_id = s.id::text);
    return v_stored;
end $$;
comment on function app.store_answers_with_screenshots is
    'As app.store_answers, for a prompt that asks for pictures. `screenshots`: IDs by question. `foreign` is a question whose picture was not sent for it and this display.';
grant execute on function app.store_answers_with_screenshots to feedback_ingest;
