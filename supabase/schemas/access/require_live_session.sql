create or replace function app.require_live_session(p_session uuid, p_person uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
    if not exists (
        select from identity."session" s
        where s."id" = p_session and s."userId" = p_person and s."expiresAt" > now())
    then
        raise exception 'This sign-in has ended.' using errcode = 'FB401';
    end if;
end $$;
comment on function app.require_live_session is
    'Raises FB401 unless the session of the person is live. An access token outlives its session otherwise, by minutes.';
grant execute on function app.require_live_session to feedback_manage;
