create or replace function app.claim_confirmation(p_token_hash bytea, p_now timestamptz default clock_timestamp()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_confirmation app.recipient_confirmations;
    v_mail jsonb;
begin
    loop
        select * into v_confirmation from app.recipient_confirmations c where c.due_at <= p_now
        order by c.due_at limit 1 for update skip locked;
        if not found then
            return null;
        end if;
        select jsonb_build_object('site', s.id, 'site_name', s.name, 'id', v_confirmation.id, 'destination', d.id,
            'name', d.name, 'address', r.address)
        into v_mail
        from app.destination_recipients r
        join app.destinations d on d.site_id = r.site_id and d.id = r.destination_id
        join app.sites s on s.id = r.site_id
        where r.site_id = v_confirmation.site_id and r.destination_id = v_confirmation.destination_id
          and r.address = v_confirmation.address and r.unsubscribed_at is null and not app.is_confirmed(r)
          and v_confirmation.created_at > p_now - interval '3 days';
        update app.recipient_confirmations c set
            due_at = case when v_mail is not null then p_now + interval '5 minutes' * 2 ^ c.attempts end,
            attempts = c.attempts + 1,
            token_hash = case when v_mail is not null then p_token_hash end,
            expires_at = p_now + interval '7 days'
        where c.site_id = v_confirmation.site_id and c.id = v_confirmation.id;
        if v_mail is not null then
            return v_mail;
        end if;
    end loop;
end $$;
comment on function app.claim_confirmation is
    'Gives a due confirmation e-mail a token and returns what it says; null without one. Unless app.finish_confirmation is called, it is due again after five minutes, then after ever longer times for three days. What is no longer needed is given up.';
grant execute on function app.claim_confirmation to feedback_worker;
