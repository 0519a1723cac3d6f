create or replace function app.follow_home() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_settings jsonb := (select to_jsonb(i) from app.instance_settings i);
begin
    if app.own_cell() = 0 then
        return;
    end if;
    -- What a connection may do ended with it, by its copy. This ends what it left: grants that no longer count, and requests
    -- that nobody needs to decide.
    update app.grants g set revoked_at = c.revoked_at, given_back = true from app.connections c
    where c.id = g.connection_id and c.revoked_at is not null and g.revoked_at is null;
    update app.grant_requests r set state = 'denied', decided_at = c.revoked_at from app.connections c
    where c.id = r.connection_id and c.revoked_at is not null and r.state = 'pending';
    perform app.adopt_connections();
    -- New maximums. Without a copy yet there are none to follow.
    update app.this_database d set settings = v_settings where v_settings is not null and d.settings is distinct from v_settings;
    if found then
        update app.sites set settings = settings;
        perform app.reopen_all_buckets();
    end if;
end $$;
comment on function app.follow_home is
    'In a cell: does what follows from changes that home has copied to it, because applying them fires no trigger. Changes nothing when it is repeated.';
