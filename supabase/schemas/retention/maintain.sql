-- What maintenance deletes, and its steps. Messages, deliveries and attempts are kept for 30 days.
create or replace function app.retention_rules() returns table (relation text, expired text)
language sql immutable set search_path = ''
as $$
    -- Each condition is about a row `t` at the time $1. Foreign keys delete what belongs to a visitor or a subject; it is
    -- listed only if it has a shorter limit.
    values
        ('app.buckets', $c$t.at < $1 - interval '1 hour'$c$),
        ('app.event_counts', $c$t.day < ($1 - interval '400 days')::date
            and exists (select from app.counted_days c where c.day < ($1 - interval '400 days')::date)$c$),
        ('app.counted_days', $c$t.day < ($1 - interval '400 days')::date$c$),
        ('app.diagnostic_keys', $c$t.expires_at < $1$c$),
        ('app.dropped_events', $c$t.day < ($1 - interval '90 days')::date$c$),
        ('app.idempotency_keys', $c$t.at < $1 - interval '24 hours'$c$),
        ('app.invitations', $c$t.expires_at < $1 - interval '30 days'$c$),
        ('app.tokens', $c$t.expires_at < $1$c$),
        ('app.authorization_requests', $c$t.expires_at < $1 - interval '1 day'$c$),
        ('app.device_requests', $c$t.expires_at < $1 - interval '1 hour'$c$),
        ('app.attempts', $c$t.since < $1 - (select max(l.period) from app.target_limits() l)
            or t.since < $1 - interval '1 day' and t.kind <> 'guessInMonth'$c$),
        ('app.presence_challenges', $c$t.expires_at < $1 - interval '1 hour'$c$),
        ('app.passkey_registrations', $c$t.expires_at < $1 - interval '1 hour'$c$),
        -- Of people who were deleted in Supabase itself.
        ('identity."passkey"', $c$not exists (select from identity."user" u where u."id" = t."userId")
            and not hosted_auth.has_user(t."userId")$c$),
        ('app.passkey_resets', $c$t.at < $1 - interval '7 days'$c$),
        ('app.oauth_clients', $c$t.last_used_at < $1 - interval '90 days' and not exists (
            select from app.connections n where n.client_id = t.client_id and app.is_live(n))$c$),
        ('app.connections', $c$coalesce(t.revoked_at, t.expires_at) < $1 - interval '90 days'$c$),
        -- Pictures that a visitor sent and then did not use.
        ('app.screenshots', $c$not t.answered and t.stored_at < $1 - interval '24 hours'$c$),
        ('app.budget_periods', $c$t.period <> 'total' and t.starts_on < ($1 - interval '13 months')::date$c$),
        ('app.waiting_prompts', $c$t.expires_at < $1$c$),
        ('app.group_displays', $c$t.last_at < $1 - interval '90 days'$c$),
        -- The next read recounts those that are still in use.
        ('app.filtered_parts', $c$t.counted_at < $1 - interval '30 days'$c$),
        -- Not before every holder of a link has long lost it.
        ('app.released_figures', $c$t.released_at < $1 - interval '90 days' and not exists (
            select from app.result_links l where l.site_id = t.site_id and l.prompt_id = t.prompt_id)$c$),
        ('app.result_links', $c$least(t.expires_at, t.revoked_at) < $1 - interval '90 days'$c$),
        ('app.site_keys', $c$t.revoked_at < $1 - interval '90 days'$c$),
        ('app.lost_access', $c$t.at < $1 - interval '90 days'$c$),
        -- The audit log still has who approved what.
        ('app.grants', $c$t.expires_at < $1 - interval '90 days'$c$),
        ('app.grant_requests', $c$t.expires_at < $1 - interval '90 days'$c$),
        ('app.push_messages', $c$t.created_at < $1 - interval '3 days'$c$),
        ('app.destination_requests', $c$t.expires_at < $1 - interval '90 days'$c$),
        ('app.slack_authorizations', $c$t.expires_at < $1$c$),
        ('app.recipient_confirmations', $c$greatest(t.expires_at, t.created_at + interval '7 days') < $1$c$),
        -- With their attempts.
        ('app.deliveries', $c$t.created_at < $1 - interval '30 days'$c$)
$$;
comment on function app.retention_rules is
    'Which rows are deleted because of their age, besides those whose age is a setting of their site.';

create or replace function app.delete_expired(p_relation text, p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
    v_expired text := (select r.expired from app.retention_rules() r where r.relation = p_relation);
    v_deleted integer;
begin
    -- Home does it, and its copies follow.
    if app.own_cell() <> 0 and p_relation in (select r from app.copied_relations() r) then
        return false;
    end if;
    execute format('delete from %1$s where ctid = any(array(
        select t.ctid from %1$s t where %2$s limit $2 for update of t skip locked))', p_relation, v_expired)
    using p_now, p_batch;
    get diagnostics v_deleted = row_count;
    return v_deleted > 0;
end $$;
comment on function app.delete_expired is 'Deletes some rows of a table by its rule. Returns whether there may be more.';

create or replace function app.visitor_rules() returns table (relation text, last_used_at text)
language sql immutable set search_path = ''
as $$
    values
        -- Browsers of accounts that are active elsewhere; other visitors are deleted with their subject.
        ('app.visitors', 'last_seen_at'),
        ('app.visitor_versions', 'until')
$$;
comment on function app.visitor_rules is
    'Tables whose rows are deleted when a column is older than their site keeps visitors.';

create or replace function app.delete_expired_of_visitors(p_relation text, p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = '' set enable_seqscan = 'off' set jit = 'off'
as $$
declare
    v_column text := (select r.last_used_at from app.visitor_rules() r where r.relation = p_relation);
    v_deleted integer;
begin
    execute format('delete from %1$s where ctid = any(array(
        select t.row from app.site_retention r, lateral (
            select v.ctid as row from %1$s v
            where v.site_id = r.site_id and v.%2$I < $1 - make_interval(days => r.visitor_days)
            limit $2 for update skip locked) t
        limit $2))', p_relation, v_column)
    using p_now, p_batch;
    get diagnostics v_deleted = row_count;
    return v_deleted > 0;
end $$;
comment on function app.delete_expired_of_visitors is
    'Deletes some rows of a table that are older than their site keeps visitors. Returns whether there may be more.';

create or replace function app.maintain(
    p_step text default 'create_days', p_now timestamptz default clock_timestamp(), p_batch integer default 1000)
returns text
language plpgsql security definer set search_path = ''
as $$
declare
    -- Days are counted before they are dropped.
    v_visitor_steps text[] := array(select r.relation from app.visitor_rules() r);
    v_steps text[] := array['create_days', 'count_days', 'drop_days', 'drop_outbox_days', 'deletions', 'events']
        || array(select r.relation from app.retention_rules() r) || v_visitor_steps || array['subjects', 'displays', 'imported_responses', 'result_parts'];
    v_position integer := array_position(v_steps, p_step);
    v_more boolean := false;
begin
    if v_position is null then
        raise exception 'There is no step "%"; there are: %.', p_step, array_to_string(v_steps, ', ');
    end if;
    -- Concurrent runs are serialized, and each continues where the other stopped.
    perform pg_advisory_xact_lock(hashtextextended('app.maintain', 0));
    case p_step
        when 'create_days' then perform app.create_days(p_now);
        when 'count_days' then v_more := app.count_days(p_now);
        when 'drop_days' then v_more := app.drop_day(p_now);
        when 'drop_outbox_days' then v_more := app.drop_outbox_day(p_now);
        when 'deletions' then v_more := app.delete_due(p_now, p_batch);
        when 'events' then v_more := app.delete_expired_events(p_now, p_batch);
        when 'subjects' then v_more := app.delete_expired_subjects(p_now, p_batch);
        when 'displays' then v_more := app.aggregate_old_displays(p_now, p_batch);
        when 'imported_responses' then v_more := app.restamp_imported(p_batch);
        when 'result_parts' then v_more := app.count_result_parts(p_now, p_batch);
        else v_more := case when p_step = any(v_visitor_steps) then app.delete_expired_of_visitors(p_step, p_now, p_batch)
            else app.delete_expired(p_step, p_now, p_batch) end;
    end case;
    return case when v_more then p_step else v_steps[v_position + 1] end;
end $$;
comment on function app.maintain is
    'Does one piece of maintenance. Returns the step for the next call, null at the end. Run each piece in a separate transaction.';
