-- Deliveries: one message for one destination, and the log of attempts.
set role feedback_owner;

create table app.deliveries (
    site_id uuid not null,
    destination_id uuid not null,
    message_id uuid not null,
    response_id uuid,
    prompt_id uuid,
    lease uuid,
    created_at timestamptz not null,
    next_at timestamptz not null,
    retrying_since timestamptz,
    attempts integer not null default 0,
    test boolean not null default false,
    type text not null,
    state text not null default 'waiting',
    sent_to text[] not null default '{}',
    primary key (site_id, destination_id, message_id),
    foreign key (site_id, destination_id) references app.destinations on delete cascade,
    constraint state_is_known check (state in ('waiting', 'delivered', 'failed', 'cancelled')),
    constraint only_what_waits_is_leased check (lease is null or state = 'waiting')
) with (fillfactor = 80);
create index deliveries_due on app.deliveries (site_id, destination_id, next_at) where state = 'waiting';
create index deliveries_leased on app.deliveries (site_id, destination_id, next_at) where lease is not null;
create index deliveries_response on app.deliveries (site_id, response_id) where state = 'waiting';
create index deliveries_created on app.deliveries (created_at);
comment on table app.deliveries is 'One message for one destination, for 30 days.';
comment on column app.deliveries.next_at is
    'When a waiting delivery is attempted next; while it is leased, when another worker may take it.';
comment on column app.deliveries.lease is 'The attempt in progress; null without one.';
comment on column app.deliveries.retrying_since is 'The first attempt, or the first one after it was sent again.';
comment on column app.deliveries.sent_to is 'Recipients of an e-mail that have it already.';

create table app.delivery_attempts (
    site_id uuid not null,
    destination_id uuid not null,
    message_id uuid not null,
    number integer not null,
    at timestamptz not null,
    outcome text not null,
    status integer,
    milliseconds integer not null,
    bytes integer not null,
    sha256 bytea,
    error text,
    primary key (site_id, destination_id, message_id, number),
    foreign key (site_id, destination_id, message_id) references app.deliveries on delete cascade,
    constraint outcome_is_known check (outcome in ('delivered', 'rejected', 'unreachable', 'timeout', 'misconfigured')),
    constraint error_has_at_most_300_characters check (length(error) <= 300)
);
comment on table app.delivery_attempts is 'The log of attempts: status, time, size and hash of what was sent, never a body.';

do $$
declare
    v_table text;
begin
    foreach v_table in array array['deliveries', 'delivery_attempts'] loop
        execute format('alter table app.%I enable row level security', v_table);
        execute format('alter table app.%I force row level security', v_table);
        execute format('create policy "the service reads" on app.%I for select to feedback_owner using (true)', v_table);
        execute format('create policy "the service inserts" on app.%I for insert to feedback_owner with check (true)', v_table);
        execute format('create policy "the service updates" on app.%I for update to feedback_owner using (true)', v_table);
        execute format('create policy "the service deletes" on app.%I for delete to feedback_owner using (true)', v_table);
        execute format('grant select on app.%I to feedback_person, feedback_agent', v_table);
    end loop;
end $$;
create policy "members see deliveries" on app.deliveries for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see deliveries" on app.deliveries for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
create policy "members see attempts" on app.delivery_attempts for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see attempts" on app.delivery_attempts for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));

create function app.prepare_resumed_destination() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    new.failing_since := null;
    new.notice_due_at := null;
    new.due_at := least(old.due_at, now());
    update app.deliveries q set next_at = least(q.next_at, now()), retrying_since = null
    where q.site_id = new.site_id and q.destination_id = new.id and q.state = 'waiting' and q.lease is null;
    return new;
end $$;
comment on function app.prepare_resumed_destination is
    'What waits for a resumed destination is due at once, and neither it nor the destination is judged by earlier failures.';
create trigger resumed_destinations_begin_anew before update of state on app.destinations
    for each row when (old.state = 'paused' and new.state = 'active')
    execute function app.prepare_resumed_destination();

create function app.receives_message(
    p_destination app.destinations, p_message app.outbox, p_traits jsonb, p_context jsonb)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    if p_message.destination_id is not null then
        return p_message.destination_id = p_destination.id;
    elsif p_message.type <> all(p_destination.event_types)
        or coalesce(p_destination.schedule ->> 'every', 'message') <> 'message'
        or p_message.prompt_id <> all(p_destination.prompts)
    then
        return false;
    elsif p_message.response_id is null then
        return true;
    end if;
    return p_message.answers is not null and (p_message.final or p_destination.partial)
        and app.meets_condition(p_destination.condition_path, p_destination.condition_vars, p_message.answers, p_traits,
            p_context, app.id_time(p_message.id));
end $$;
comment on function app.receives_message is 'Whether a message is for a destination: by type, prompts, condition, and whether the response is final.';

create function app.distribute_messages(p_now timestamptz default clock_timestamp(), p_limit integer default 500)
returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_sites uuid[];
    v_ids uuid[];
begin
    -- One worker at a time: it must see the waiting deliveries that a newer message replaces.
    if not pg_try_advisory_xact_lock(hashtextextended('app.distribute_messages', 0)) then
        return 0;
    end if;
    with messages as materialized (
        select o.site_id, o.id from app.outbox o
        where o.pending and o.id >= app.id_from(p_now - interval '30 days')
        order by o.id limit p_limit for update skip locked
    ),
    -- In one order with app.outbox and app.deliveries, which app.clear_messages locks too.
    updated as (
        update app.outbox o set pending = false from messages m where o.site_id = m.site_id and o.id = m.id
    )
    select array_agg(m.site_id), array_agg(m.id) into v_sites, v_ids from messages m;
    if v_ids is null then
        return 0;
    end if;
    with written as (
        insert into app.deliveries
            (site_id, destination_id, message_id, response_id, prompt_id, type, test, created_at, next_at)
        select o.site_id, d.id, o.id, o.response_id, o.prompt_id, o.type, coalesce((o.detail -> 'test')::boolean, false), p_now,
            case o.type when 'response.updated' then p_now + interval '5 seconds' else p_now end
        from unnest(v_sites, v_ids) m (site_id, id)
        join app.outbox o on o.site_id = m.site_id and o.id = m.id
        join app.destinations d on d.site_id = o.site_id and d.state = 'active' and d.created_at <= app.id_time(o.id) + interval '1 millisecond'
        left join app.responses r on r.site_id = o.site_id and r.display_id = o.response_id
        where app.receives_message(d, o, r.traits, r.context) and (o.response_id is null or r.display_id is not null)
        on conflict (site_id, destination_id, message_id) do nothing
        returning site_id, destination_id, next_at
    ),
    -- Locks them even if they are due already: a worker that claims now cannot see the new deliveries, and would
    -- set due_at to infinity. In the order of app.record_attempts.
    receiving as (
        select d.site_id, d.id, f.next_at from app.destinations d
        join (select w.site_id, w.destination_id, min(w.next_at) as next_at from written w group by 1, 2) f
            on d.site_id = f.site_id and d.id = f.destination_id
        order by d.site_id, d.id for no key update of d
    )
    update app.destinations d set due_at = least(d.due_at, r.next_at)
    from receiving r where d.site_id = r.site_id and d.id = r.id;
    -- Of several changes of a response that have not been sent, only the last one is; the first says when.
    with newer as (
        select distinct on (q.site_id, q.destination_id, q.response_id) q.site_id, q.destination_id, q.response_id, q.message_id
        from unnest(v_sites, v_ids) m (site_id, id)
        join app.outbox o on o.site_id = m.site_id and o.id = m.id and o.type = 'response.updated'
        join app.deliveries q on q.site_id = o.site_id and q.response_id = o.response_id and q.message_id = o.id
            and q.type = 'response.updated' and q.state = 'waiting'
        order by q.site_id, q.destination_id, q.response_id, q.message_id desc
    ),
    replaced as (
        -- The rows stay: without them, redelivering the period would send these as missed.
        update app.deliveries q set state = 'cancelled' from newer n
        where q.site_id = n.site_id and q.destination_id = n.destination_id and q.response_id = n.response_id
          and q.type = 'response.updated' and q.state = 'waiting' and q.attempts = 0 and q.message_id < n.message_id
        returning q.site_id, q.destination_id, q.response_id, q.next_at
    )
    update app.deliveries q set next_at = least(q.next_at, f.next_at)
    from newer n join (
        select x.site_id, x.destination_id, x.response_id, min(x.next_at) as next_at from replaced x group by 1, 2, 3) f
        on f.site_id = n.site_id and f.destination_id = n.destination_id and f.response_id = n.response_id
    where q.site_id = n.site_id and q.destination_id = n.destination_id and q.message_id = n.message_id;
    return cardinality(v_ids);
end $$;
comment on function app.distribute_messages is
    'Creates the deliveries of messages that have none yet. Returns how many messages there were; 0 while another worker does it.';

create function app.close_quiet_responses(p_now timestamptz default clock_timestamp(), p_limit integer default 500)
returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_position app.closing_positions;
    v_last record;
    v_count integer;
    v_closed integer := 0;
begin
    for v_position in
        select p.* from app.closing_positions p
        where exists (select from app.destinations d where d.site_id = p.site_id and 'response.closed' = any(d.event_types))
          and exists (
            select from app.responses r where r.site_id = p.site_id
              and (r.updated_at, r.display_id) > (p.updated_at, p.response_id) and r.updated_at <= p_now - interval '10 minutes')
        order by p.site_id for update skip locked
    loop
        with quiet as materialized (
            select r.* from app.responses r
            where r.site_id = v_position.site_id and (r.updated_at, r.display_id) > (v_position.updated_at, v_position.response_id)
              and r.updated_at <= p_now - interval '10 minutes'
            order by r.updated_at, r.display_id limit p_limit
        ),
        closed as (
            insert into app.outbox (site_id, id, response_id, prompt_id, final, type, answers, detail)
            select q.site_id, app.mint_id(p_now), q.display_id, q.prompt_id, false, 'response.closed', q.answers,
                jsonb_build_object('cause', 'unchanged', 'updated_at', q.updated_at)
            from quiet q left join app.displays d on d.site_id = q.site_id and d.id = q.display_id
            -- What was completed, or dismissed after its last change, is closed already.
            where not q.final and (d.dismissed_at is null or d.dismissed_at < q.updated_at) and app.has_answer(q.answers)
            returning 1
        )
        select (select count(*) from closed) as closed, q.updated_at, q.display_id into v_last
        from quiet q order by q.updated_at desc, q.display_id desc limit 1;
        update app.closing_positions p set updated_at = v_last.updated_at, response_id = v_last.display_id
        where p.site_id = v_position.site_id and v_last.display_id is not null;
        v_count := v_last.closed;
        v_closed := v_closed + coalesce(v_count, 0);
    end loop;
    return v_closed;
end $$;
comment on function app.close_quiet_responses is
    'Writes response.closed for responses that are not final and have not changed for ten minutes. Returns how many.';

create function app.start_digests(p_now timestamptz default clock_timestamp()) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_started integer;
begin
    with due as (
        select d.site_id, d.id, d.schedule, d.next_digest_at, coalesce(d.last_digest_at, d.created_at) as since
        from app.destinations d where d.state = 'active' and d.next_digest_at <= p_now
        for update skip locked
    ),
    moved as (
        update app.destinations d set next_digest_at = app.next_digest(d.schedule, p_now), last_digest_at = p_now
        from due where d.site_id = due.site_id and d.id = due.id
    )
    insert into app.outbox (site_id, id, type, destination_id, detail)
    select due.site_id, app.mint_id(p_now), 'digest', due.id, jsonb_build_object('since', due.since, 'until', p_now) from due;
    get diagnostics v_started = row_count;
    return v_started;
end $$;
comment on function app.start_digests is 'Writes the messages of digests that are due, each about the time since the previous one. Returns how many.';

create function app.prepare_deliveries(p_now timestamptz default clock_timestamp()) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.close_quiet_responses(p_now);
    perform app.start_digests(p_now);
    return app.distribute_messages(p_now);
end $$;
comment on function app.prepare_deliveries is
    'What a worker calls before it claims: closes quiet responses, starts digests and distributes messages. Returns how many messages it distributed.';

create function app.format_instant(p_at timestamptz) returns text
language sql immutable parallel safe set search_path = ''
as $$ select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
comment on function app.format_instant is 'A time as ISO 8601 in UTC, to the millisecond.';
grant execute on function app.format_instant to feedback_person, feedback_agent;

create function app.describe_prompt(p_site uuid, p_prompt uuid, p_revision integer) returns jsonb
language sql stable set search_path = ''
as $$
    select jsonb_build_object('id', p.id, 'survey_id', p.survey_id, 'revision', p_revision)
    from app.prompts p where p.site_id = p_site and p.id = p_prompt
$$;
comment on function app.describe_prompt is 'A prompt as in payloads.';

create function app.describe_message(p_message app.outbox, p_include_visitor boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_response app.responses;
    v_data jsonb;
begin
    if p_message.detail ? 'sample' then
        return p_message.detail -> 'sample';
    elsif p_message.type like 'prompt.%' or p_message.type = 'budget.reached' then
        return p_message.detail - 'revision' || jsonb_build_object('prompt', app.describe_prompt(
            p_message.site_id, p_message.prompt_id, (p_message.detail ->> 'revision')::integer));
    elsif p_message.response_id is null then
        return p_message.detail;
    end if;
    select * into v_response from app.responses r
    where r.site_id = p_message.site_id and r.display_id = p_message.response_id;
    if not found or p_message.answers is null then
        return null;
    end if;
    v_data := jsonb_build_object(
        'id', v_response.display_id,
        'prompt', app.describe_prompt(v_response.site_id, v_response.prompt_id, v_response.revision),
        'answers', p_message.answers,
        'final', p_message.final,
        'created_at', app.format_instant(v_response.created_at),
        'updated_at', app.format_instant(coalesce((p_message.detail ->> 'updated_at')::timestamptz, app.id_time(p_message.id))),
        'visitor', v_response.visitor_id);
    if p_message.type = 'response.closed' then
        v_data := v_data || jsonb_build_object('cause', coalesce(p_message.detail ->> 'cause', 'completed'));
    end if;
    if p_include_visitor then
        v_data := v_data || jsonb_build_object('traits', v_response.traits, 'account', (
            select s.account from app.subjects s where s.site_id = v_response.site_id and s.id = v_response.subject_id));
    end if;
    return v_data;
end $$;
comment on function app.describe_message is
    'The data of a payload, as payloadDataSchemas of the contract without `url`: current rows and what the message kept. Null when what it is about was deleted.';

grant execute on function app.prepare_deliveries, app.distribute_messages, app.close_quiet_responses, app.start_digests
    to feedback_worker;

reset role;
