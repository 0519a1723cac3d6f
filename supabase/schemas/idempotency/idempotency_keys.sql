create or replace function app.caller_id() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
    return coalesce(app.person_id(), (select c.id from app.live_connection() c));
end $$;
comment on function app.caller_id is 'The calling person, or else the live connection.';

create or replace function app.claim_idempotency_key(
    p_key text, p_request_hash bytea, p_site uuid default null, p_response uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_stored app.idempotency_keys;
begin
    delete from app.idempotency_keys k
    where k.caller_id = app.caller_id() and k.key = p_key and k.at < now() - interval '24 hours';
    -- Blocks while another request with the same key is in progress.
    insert into app.idempotency_keys (caller_id, key, request_hash, site_id, response_id)
    values (app.caller_id(), p_key, p_request_hash, p_site, p_response)
    on conflict (caller_id, key) do nothing;
    if found then
        return null;
    end if;
    select * into v_stored from app.idempotency_keys k where k.caller_id = app.caller_id() and k.key = p_key;
    if v_stored.request_hash <> p_request_hash then
        raise exception 'This Idempotency-Key was used for another request.' using errcode = 'FB409';
    end if;
    return v_stored.reply;
end $$;
comment on function app.claim_idempotency_key is 'The reply to the caller''s first request with this key; null when this request is the first.';
grant execute on function app.claim_idempotency_key to feedback_agent, feedback_person;

create or replace function app.store_reply(p_key text, p_reply jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
    update app.idempotency_keys k set reply = p_reply where k.caller_id = app.caller_id() and k.key = p_key
$$;
comment on function app.store_reply is 'Stores the reply to the request that claimed the key, in the same transaction.';
grant execute on function app.store_reply to feedback_agent, feedback_person;

create or replace function app.forget_replies(p_site uuid, p_named text[]) returns void
language sql volatile set search_path = ''
as $$
    delete from app.idempotency_keys k
    where k.site_id = p_site and exists (
        select from jsonb_path_query(k.reply, 'strict $.** ? (@.type() == "string")') v where v #>> '{}' = any(p_named))
$$;
comment on function app.forget_replies is 'Deletes the stored replies about a site that contain one of these texts as a value. A request that is repeated then runs again.';
