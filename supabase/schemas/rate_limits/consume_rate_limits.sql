create or replace function app.consume_rate_limits(p_reports jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
    perform app.consume_tokens(array_agg(r.site), array_agg(decode(r.address, 'hex')), array_agg(v.subject_id),
        max(coalesce(r.now, clock_timestamp())))
    from jsonb_to_recordset(p_reports) as r (site uuid, visitor uuid, address text, now timestamptz)
    cross join lateral (select * from app.visitors v where v.site_id = r.site and v.id = r.visitor limit 1) v
    having count(*) > 0;
end $$;
comment on function app.consume_rate_limits is 'Consumes the rate limits for events of batches.';
grant execute on function app.consume_rate_limits to feedback_ingest;
