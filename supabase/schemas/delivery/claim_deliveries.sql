create or replace function app.claim_deliveries(p_limit integer default 16, p_now timestamptz default clock_timestamp())
returns setof jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_destination app.destinations;
    v_delivery app.deliveries;
    v_data jsonb;
    v_left integer := p_limit;
    v_most integer;
    v_leased integer;
begin
    for v_destination in
        select * from app.destinations d where d.state = 'active' and d.due_at <= p_now
        order by d.due_at limit p_limit for no key update skip locked
    loop
        exit when v_left <= 0;
        -- A slow destination occupies only some of a worker's requests, and one that fails even fewer.
        v_most := case when v_destination.failing_since is null then 16 else 2 end;
        select count(*) into v_leased from app.deliveries q
        where q.site_id = v_destination.site_id and q.destination_id = v_destination.id and q.lease is not null and q.next_at > p_now;
        for v_delivery in
            with due as materialized (
                select q.message_id from app.deliveries q
                where q.site_id = v_destination.site_id and q.destination_id = v_destination.id
                  and q.state = 'waiting' and q.next_at <= p_now
                order by q.next_at limit greatest(0, least(v_most - v_leased, v_left)) for update skip locked
            )
            update app.deliveries q
            set lease = gen_random_uuid(), next_at = p_now + interval '30 seconds', attempts = q.attempts + 1,
                retrying_since = coalesce(q.retrying_since, p_now)
            from due where q.site_id = v_destination.site_id and q.destination_id = v_destination.id and q.message_id = due.message_id
            returning q.*
        loop
            v_leased := v_leased + 1;
            v_left := v_left - 1;
            v_data := app.describe_claimed(v_destination, v_delivery, p_now);
            if v_data is null then
                update app.deliveries q set state = 'cancelled', lease = null
                where q.site_id = v_delivery.site_id and q.destination_id = v_delivery.destination_id
                  and q.message_id = v_delivery.message_id;
                v_leased := v_leased - 1;
            else
                return next v_data;
            end if;
        end loop;
        update app.destinations d
        set due_at = coalesce((
            select q.next_at from app.deliveries q
            where q.site_id = d.site_id and q.destination_id = d.id and q.state = 'waiting'
              -- All it may have is under way: app.record_attempt says when there is room again, or a lease ends.
              and (v_leased < v_most or q.next_at > p_now)
            order by q.next_at limit 1), 'infinity')
        where d.site_id = v_destination.site_id and d.id = v_destination.id;
    end loop;
end $$;
comment on function app.claim_deliveries is
    'Leases due deliveries for 30 seconds and returns what is needed to send them: at most 16 at a time for each destination, two for one that fails. What was deleted meanwhile is cancelled.';
grant execute on function app.claim_deliveries to feedback_worker;
