create or replace function app.is_diagnostic_key(p_hash bytea) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
    return exists (select from app.diagnostic_keys k where k.hash = p_hash and k.expires_at > now());
end $$;
grant execute on function app.is_diagnostic_key to feedback_ingest;
