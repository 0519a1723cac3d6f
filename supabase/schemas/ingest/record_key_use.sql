create or replace function app.record_key_use(p_site uuid, p_kids text[], p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.proof_keys k set last_used_at = p_now
    where k.site_id = p_site and k.kid = any(p_kids)
      and (k.last_used_at is null or k.last_used_at < p_now - interval '1 hour');
end $$;
comment on function app.record_key_use is 'Updates at most once an hour when proof keys were last used.';
