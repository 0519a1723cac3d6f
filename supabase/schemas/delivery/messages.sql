-- Each message is written in the transaction that makes what it is about, where the site has a destination for its type.
create or replace function app.has_destination(p_site uuid, p_type text) returns boolean
language sql stable set search_path = ''
as $$ select exists (select from app.destinations d where d.site_id = p_site and p_type = any(d.event_types)) $$;
comment on function app.has_destination is 'Whether a destination of the site, paused or not, may receive messages of a type.';

create or replace function app.write_prompt_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_type text := case
        when new.state = 'published' and (old.state <> 'published' or new.published_revision is distinct from old.published_revision)
            then 'prompt.published'
        when new.state = 'paused' and old.state <> 'paused' then 'prompt.paused' end;
begin
    if v_type is not null and app.has_destination(new.site_id, v_type) then
        insert into app.outbox (site_id, id, prompt_id, type, detail)
        values (new.site_id, app.mint_id(), new.id, v_type, jsonb_build_object('revision', new.published_revision)
            || case v_type when 'prompt.published' then jsonb_build_object(
                'previous_revision', old.published_revision, 'resumed', old.state = 'paused') else '{}' end);
    end if;
    return null;
end $$;
create trigger changes_write_messages after update of state, published_revision on app.prompts
    for each row execute function app.write_prompt_message();

-- However a response is deleted, its words are deleted from messages and stored replies too.
create or replace function app.clear_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    update app.outbox o set answers = null, detail = null
    from deleted x where o.site_id = x.site_id and o.response_id = x.display_id;
    update app.deliveries q set state = 'cancelled', lease = null
    from deleted x where q.site_id = x.site_id and q.response_id = x.display_id and q.state = 'waiting';
    -- A receiver's error may repeat the words that it refused.
    update app.delivery_attempts a set error = null
    from deleted x
    join app.outbox o on o.site_id = x.site_id and o.response_id = x.display_id
    join app.destinations d on d.site_id = o.site_id
    where a.site_id = d.site_id and a.destination_id = d.id and a.message_id = o.id and a.error is not null;
    delete from app.idempotency_keys k using deleted x where k.site_id = x.site_id and k.response_id = x.display_id;
    return null;
end $$;
create trigger deleted_responses_leave_their_messages after delete on app.responses
    referencing old table as deleted
    for each statement execute function app.clear_messages();
