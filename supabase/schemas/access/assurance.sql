create or replace function app.signed_in_at() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
    v_at timestamptz;
begin
    if v_claims ->> 'sub' is null then
        return null;
    end if;
    -- Hosted Supabase lists the authentication methods with their times. Refreshing the token is not authentication.
    if jsonb_typeof(v_claims -> 'amr') = 'array' then
        select to_timestamp(max((a ->> 'timestamp')::numeric)) into v_at from jsonb_array_elements(v_claims -> 'amr') a
        where jsonb_typeof(a -> 'timestamp') = 'number' and a ->> 'method' not in ('token_refresh', 'anonymous');
        -- A session that was ended, such as by removing lost passkeys, is no sign-in. Its access token lives on for a while.
        return case when v_claims ->> 'session_id' is null
            or exists (select from identity."session" s where s."id"::text = v_claims ->> 'session_id')
            or not hosted_auth.has_ended(v_claims ->> 'session_id', v_claims ->> 'sub') then v_at end;
    end if;
    -- The embedded Auth has no such list, but its sessions are in this database. A token without a session cannot be
    -- refreshed, so it was issued at sign-in.
    if v_claims ->> 'session_id' is null then
        return to_timestamp((v_claims ->> 'iat')::numeric);
    end if;
    begin
        execute 'select created_at from auth.sessions where id::text = $1 and user_id::text = $2' into v_at
        using v_claims ->> 'session_id', v_claims ->> 'sub';
    exception when undefined_table or insufficient_privilege or invalid_schema_name then
        return null;
    end;
    return v_at;
end $$;
comment on function app.signed_in_at is 'When the caller last signed in; null if unknown.';

create or replace function app.require_recent_sign_in(p_now timestamptz default clock_timestamp()) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_at timestamptz := app.signed_in_at();
begin
    if v_at is null or v_at < p_now - interval '15 minutes' or v_at > p_now + interval '1 minute' then
        raise exception 'Sign in again first: this needs a sign-in within the last 15 minutes.' using errcode = 'FB412';
    end if;
end $$;
comment on function app.require_recent_sign_in is 'Raises FB412 unless the caller signed in within the last 15 minutes.';

create or replace function app.require_assurance(p_level text, p_operation text, p_site uuid, p_policy text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
    if p_level = 'presence' and app.asks_for_passkey(p_site, p_policy) then
        if not app.has_confirmed(array[p_operation], p_site, null, null, null) then
            raise exception 'Confirm with your passkey that you want this.' using errcode = 'FB428';
        end if;
    elsif p_level <> 'none' then
        perform app.require_recent_sign_in();
    end if;
end $$;
comment on function app.require_assurance is
    'Raises unless it is sure enough that the calling person is here: FB412 without a recent sign-in; FB428 if presence must be confirmed with a passkey, and was not in this transaction.';
grant execute on function app.require_assurance to feedback_person;

-- A trigger, so that no statement of a person can omit the check. It runs after the policies have refused others.
-- Connections act by grants, and workers for nobody.
create or replace function app.check_assurance() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_row jsonb;
    v_site uuid;
begin
    if app.person_id() is null then
        return null;
    elsif tg_argv[0] <> 'presence' then
        -- The confirmation of an operation that needs more is enough.
        if not app.has_confirmed(null, null, null, null, null) then
            perform app.require_recent_sign_in();
        end if;
        return null;
    end if;
    v_row := to_jsonb(case when tg_op = 'DELETE' then old else new end);
    v_site := v_row ->> case tg_table_name when 'sites' then 'id' else 'site_id' end;
    if not app.asks_for_passkey(v_site, tg_argv[2]) then
        perform app.require_recent_sign_in();
    elsif not app.has_confirmed(string_to_array(tg_argv[1], ' '), v_site,
        case tg_table_name when 'grants' then v_row ->> 'request_id' when 'prompts' then v_row ->> 'id'
            when 'members' then v_row ->> 'person_id' when 'authorization_requests' then v_row ->> 'id' end,
        case tg_table_name when 'grants' then v_row ->> 'revision' when 'prompts' then v_row ->> 'published_revision' end::integer,
        case tg_table_name when 'grants' then v_row ->> 'sha256' end)
    then
        raise exception 'Confirm with your passkey that you want this.' using errcode = 'FB428';
    end if;
    return null;
end $$;
comment on function app.check_assurance is
    'Raises FB412 or FB428 unless the change is not a person''s, or they are here. Arguments: the level, the operations that make such a change, and the policy of the site.';

create trigger roles_need_presence after update of role on app.members
    for each row when (old.role is distinct from new.role) execute function app.check_assurance('presence', 'changeMember');
create trigger removing_members_needs_presence after delete on app.members
    for each row execute function app.check_assurance('presence', 'removeMember');
