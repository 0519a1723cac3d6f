create or replace function app.has_due_messages(p_now timestamptz) returns boolean
language sql stable set search_path = ''
as $$
    select exists (select from app.outbox o where o.pending and o.id >= app.id_from(p_now - interval '30 days'))
        or exists (
            select from app.destinations d where d.state = 'active' and (d.next_digest_at <= p_now or exists (
                select from app.deliveries q
                where q.site_id = d.site_id and q.destination_id = d.id and q.state = 'waiting' and q.next_at <= p_now)))
        or exists (
            select from app.closing_positions p
            where exists (select from app.destinations d where d.site_id = p.site_id and 'response.closed' = any(d.event_types))
              and exists (
                select from app.responses r where r.site_id = p.site_id
                  and (r.updated_at, r.display_id) > (p.updated_at, p.response_id) and r.updated_at <= p_now - interval '10 minutes'))
        or exists (select from app.push_messages p where p.next_at <= p_now)
        or app.has_due_requests(p_now)
$$;
comment on function app.has_due_messages is
    'Whether a worker would find something to do: a new message, a delivery, digest or notification that is due, a quiet response to close, or a request to remind of.';

create or replace function app.has_due_notices(p_now timestamptz) returns boolean
language sql stable set search_path = ''
as $$
    select exists (select from app.destinations d where d.notice_due_at <= p_now and d.state = 'paused')
        or exists (select from app.recipient_confirmations c where c.due_at <= p_now)
        or exists (select from app.site_keys k where k.notice_due_at <= p_now)
$$;
comment on function app.has_due_notices is 'Whether the service itself has an e-mail to send, to owners or to a recipient who has to confirm.';

create or replace function app.next_worker_call(p_now timestamptz default clock_timestamp()) returns table (url text, headers jsonb)
language plpgsql volatile security definer set search_path = ''
as $$
begin
    return query
        update app.worker_calls c set called_at = p_now
        where app.has_due_messages(p_now)
            -- Without a mail server these stay due, so they alone cause no more than one call a minute.
            or (coalesce(c.called_at, '-infinity') < p_now - interval '1 minute' and app.has_due_notices(p_now))
        returning c.url, jsonb_build_object('authorization', 'Bearer ' || c.token);
end $$;
comment on function app.next_worker_call is 'How to call the deliver function, if something is due; otherwise no row.';

create or replace function app.store_worker_call(p_url text, p_token text) returns void
language sql volatile security definer set search_path = ''
as $$
    insert into app.worker_calls as c (url, token) values (p_url, p_token)
    on conflict (singleton) do update set url = excluded.url, token = excluded.token
$$;
comment on function app.store_worker_call is 'Stores where the database calls the deliver function, and with which token.';

create or replace function app.schedule_worker_calls(p_url text, p_token text) returns text
language plpgsql volatile security invoker set search_path = ''
as $schedule$
begin
    perform app.store_worker_call(p_url, p_token);
    if not exists (select from pg_catalog.pg_namespace n
        where n.nspname = 'cron' and has_schema_privilege(n.oid, 'usage') and exists (
            select from pg_catalog.pg_extension e where e.extname = 'pg_cron'))
    then
        return 'pg_cron is not installed, or not open to ' || current_user;
    elsif not exists (select from pg_catalog.pg_namespace n join pg_catalog.pg_proc f on f.pronamespace = n.oid
        where n.nspname = 'net' and f.proname = 'http_post'
          and has_schema_privilege(n.oid, 'usage') and has_function_privilege(f.oid, 'execute'))
    then
        return 'pg_net is not installed, or not open to ' || current_user;
    end if;
    begin
        -- The job runs as the caller, who may use pg_net; the owner of the tables may not.
        perform cron.schedule('feedback-deliver', '1 seconds', $job$
            select net.http_post(url := c.url, headers := c.headers, timeout_milliseconds := 5000) from app.next_worker_call() c
        $job$);
        perform cron.schedule('feedback-deliver-log', '*/10 * * * *', $job$
            delete from cron.job_run_details d using cron.job j
            where j.jobid = d.jobid and j.jobname = 'feedback-deliver' and d.end_time < now() - interval '1 hour'
        $job$);
    exception when others then
        return sqlerrm;
    end;
    return null;
end $schedule$;
comment on function app.schedule_worker_calls is
    'Lets the database call the deliver function within a second after something is due. Run it as the role that may use pg_cron and pg_net. Returns why that is impossible, or null.';
