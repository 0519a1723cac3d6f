-- Messages about approval requests, of grants and of destinations. Requests for new sites have no site, so no destination.
create or replace function app.write_approval(p_site uuid, p_type text, p_connection uuid, p_detail jsonb) returns void
language sql volatile set search_path = ''
as $$
    insert into app.outbox (site_id, id, prompt_id, type, detail)
    select p_site, app.mint_id(), (p_detail ->> 'prompt')::uuid, p_type,
        p_detail || jsonb_build_object('connection', jsonb_build_object('kind', c.kind, 'name', c.name))
    from app.connections c where c.id = p_connection and app.has_destination(p_site, p_type)
$$;
comment on function app.write_approval is 'Writes a message about an approval request, if the site has a destination for it.';

create or replace function app.approval_detail(p_request app.grant_requests) returns jsonb
language sql stable set search_path = ''
as $$
    select jsonb_build_object('id', p_request.id, 'action', p_request.action, 'prompt', p_request.prompt_id,
        'revision', p_request.revision, 'expires_at', app.format_instant(p_request.expires_at))
$$;

create or replace function app.destination_approval_detail(p_request app.destination_requests) returns jsonb
language sql stable set search_path = ''
as $$
    select jsonb_build_object('id', p_request.id, 'prompt', null, 'revision', null,
        'action', case when p_request.creates then 'destination:create' else 'destination:change' end,
        'expires_at', app.format_instant(p_request.expires_at))
$$;

create or replace function app.write_approval_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_detail jsonb;
begin
    if tg_table_name = 'grant_requests' then
        v_detail := app.approval_detail(new);
    else
        v_detail := app.destination_approval_detail(new);
    end if;
    if tg_op = 'INSERT' then
        perform app.write_approval(new.site_id, 'approval.requested', new.connection_id, v_detail || '{"reminder": false}');
    elsif old.state = 'pending' and new.state in ('approved', 'denied') then
        perform app.write_approval(new.site_id, 'approval.decided', new.connection_id, v_detail || jsonb_build_object('state', new.state));
    end if;
    return null;
end $$;
create trigger requests_write_messages after insert or update of state on app.grant_requests
    for each row execute function app.write_approval_message();
create trigger requests_write_messages after insert or update of state on app.destination_requests
    for each row execute function app.write_approval_message();

create or replace function app.has_due_requests(p_now timestamptz) returns boolean
language sql stable set search_path = ''
as $$
    select exists (select from app.grant_requests r where r.state = 'pending' and r.expiry_at is null
            and (r.expires_at <= p_now or r.reminded_at is null and r.expires_at <= p_now + interval '4 hours'))
        or exists (select from app.destination_requests r where r.state = 'pending' and r.expiry_at is null
            and (r.expires_at <= p_now or r.reminded_at is null and r.expires_at <= p_now + interval '4 hours'))
$$;
comment on function app.has_due_requests is 'Whether a request that nobody decided expired, or does so within four hours, without a message about it.';

create or replace function app.write_reminders(p_now timestamptz default clock_timestamp()) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_due record;
begin
    for v_due in
        with grants as (
            update app.grant_requests r set reminded_at = p_now
            where r.state = 'pending' and r.expiry_at is null and r.reminded_at is null
              and r.expires_at > p_now and r.expires_at <= p_now + interval '4 hours'
            returning r.id, r.person_id, r.site_id, r.connection_id, app.approval_detail(r) as detail
        ),
        destinations as (
            update app.destination_requests r set reminded_at = p_now
            where r.state = 'pending' and r.expiry_at is null and r.reminded_at is null
              and r.expires_at > p_now and r.expires_at <= p_now + interval '4 hours'
            returning r.id, r.person_id, r.site_id, r.connection_id, app.destination_approval_detail(r) as detail
        )
        select d.* from (table grants union all table destinations) d
        join app.connections c on c.id = d.connection_id and app.is_live(c)
    loop
        perform app.write_approval(v_due.site_id, 'approval.requested', v_due.connection_id, v_due.detail || '{"reminder": true}');
        perform app.write_pushes(v_due.person_id, v_due.id, true);
    end loop;
end $$;
comment on function app.write_reminders is
    'Repeats each request that expires within four hours, once: to destinations of the site, and in browsers of the person.';

create or replace function app.write_expiries(p_now timestamptz default clock_timestamp()) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_expired record;
begin
    for v_expired in
        with grants as (
            update app.grant_requests r set expiry_at = p_now
            where r.state = 'pending' and r.expiry_at is null and r.expires_at <= p_now
            returning r.site_id, r.connection_id, app.approval_detail(r) as detail
        ),
        destinations as (
            update app.destination_requests r set expiry_at = p_now
            where r.state = 'pending' and r.expiry_at is null and r.expires_at <= p_now
            returning r.site_id, r.connection_id, app.destination_approval_detail(r) as detail
        )
        select d.* from (table grants union all table destinations) d
        join app.connections c on c.id = d.connection_id and app.is_live(c)
    loop
        perform app.write_approval(v_expired.site_id, 'approval.expired', v_expired.connection_id, v_expired.detail);
    end loop;
end $$;
comment on function app.write_expiries is 'Writes a message for each request that expired before a person decided.';
