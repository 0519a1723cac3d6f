create or replace function app.prepare_resumed_destination() returns trigger
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

create or replace function app.receives_message(
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

create or replace function app.start_digests(p_now timestamptz default clock_timestamp()) returns integer
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
grant execute on function app.start_digests to feedback_worker;

create or replace function app.prepare_deliveries(p_now timestamptz default clock_timestamp()) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.close_quiet_responses(p_now);
    perform app.start_digests(p_now);
    perform app.write_reminders(p_now);
    perform app.write_expiries(p_now);
    return app.distribute_messages(p_now);
end $$;
comment on function app.prepare_deliveries is
    'What a worker calls before it claims: closes quiet responses, starts digests, reminds of requests and distributes messages. Returns how many messages it distributed.';
grant execute on function app.prepare_deliveries to feedback_worker;

create or replace function app.format_instant(p_at timestamptz) returns text
language sql immutable parallel safe set search_path = ''
as $$ select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
comment on function app.format_instant is 'A time as ISO 8601 in UTC, to the millisecond.';
grant execute on function app.format_instant to feedback_agent, feedback_person;

create or replace function app.describe_prompt(p_site uuid, p_prompt uuid, p_revision integer) returns jsonb
language sql stable set search_path = ''
as $$
    select jsonb_build_object('id', p.id, 'survey_id', p.survey_id, 'revision', p_revision)
    from app.prompts p where p.site_id = p_site and p.id = p_prompt
$$;
comment on function app.describe_prompt is 'A prompt as in payloads.';

create or replace function app.describe_message(p_message app.outbox, p_include_visitor boolean) returns jsonb
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
    elsif p_message.type = 'selection' then
        return app.describe_selection(p_message.site_id, p_message.detail, (
            select d.prompts from app.destinations d where d.site_id = p_message.site_id and d.id = p_message.destination_id));
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
            select s.account from app.subjects s where s.site_id = v_response.site_id and s.id = v_response.subject_id))
            || jsonb_strip_nulls(jsonb_build_object('context',
                nullif(v_response.context - '{path,device,language}'::text[], '{}')));
    end if;
    return v_data;
end $$;
comment on function app.describe_message is
    'The data of a payload, as payloadDataSchemas of the contract without `url`: current rows and what the message kept. Null when what it is about was deleted.';
