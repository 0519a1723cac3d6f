create or replace function app.assign_account(p_site uuid, p_visitor uuid, p_account text, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
    v_subject uuid;
    v_account text;
    v_known uuid;
    v_seen_at timestamptz;
begin
    -- Separate statement: a join that waited for this lock would pair the changed visitor with its former subject.
    perform from app.visitors where site_id = p_site and id = p_visitor for update;
    select s.id, s.account into v_subject, v_account
    from app.visitors v join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
    where v.site_id = p_site and v.id = p_visitor;
    if v_account = p_account then
        return;
    end if;
    select s.id, s.last_seen_at into v_known, v_seen_at
    from app.subjects s where s.site_id = p_site and s.account = p_account;
    if v_seen_at < p_now - interval '90 days' and app.delete_expired_visitor(p_site, array[v_known], null, p_now) then
        v_known := null;
    end if;
    if v_account is null and v_known is null then
        update app.subjects set account = p_account where site_id = p_site and id = v_subject;
    elsif v_account is null then
        perform app.merge_subjects(p_site, v_subject, v_known);
    else
        -- Accounts never merge: the visitor starts again under the other account, as after a reset.
        if v_known is null then
            v_known := app.mint_id(p_now);
            insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
            values (p_site, v_known, p_account, v_known, p_now, p_now);
        end if;
        update app.visitors set subject_id = v_known, traits = '{}', joined_at = p_now
        where site_id = p_site and id = p_visitor;
    end if;
end $$;
comment on function app.assign_account is 'Connects a visitor to an account. Raises unique_violation when another visitor takes the account at the same time.';
