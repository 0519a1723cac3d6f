create or replace function app.use_standing_grant(p_site uuid, p_prompt uuid, p_revision integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_id uuid;
    v_grant app.grants;
    v_unmet jsonb;
    v_least jsonb;
begin
    -- One at a time per site: a forecast holds only together with the prompts that are live when it is relied on.
    perform pg_advisory_xact_lock(hashtextextended('app.use_standing_grant ' || p_site, 0));
    for v_id in
        select g.id from app.live_grants('prompt:publish') g
        where g.site_id = p_site and g.conditions is not null and (g.combination or not app.may_have_read(p_site))
        order by g.id desc
    loop
        -- Counts its uses, and waits for a revocation.
        select g.* into v_grant from app.grants g where g.id = v_id and g.revoked_at is null for update;
        continue when not found;
        v_unmet := app.unmet_conditions(v_grant, p_prompt, p_revision);
        if v_unmet = '[]' then
            update app.grants g set uses = g.uses + 1 where g.id = v_id;
            perform set_config('feedback.standing_grant', v_id::text, true);
            return v_unmet;
        elsif v_least is null or jsonb_array_length(v_unmet) < jsonb_array_length(v_least) then
            v_least := v_unmet;
        end if;
    end loop;
    return coalesce(v_least, (
        -- One that has just ended explains why a person is asked again.
        select app.unmet_conditions(g, p_prompt, p_revision)
        from app.live_connection() c join app.grants g on g.connection_id = c.id
        where g.site_id = p_site and g.conditions is not null and g.revoked_at is null
          and g.expires_at between now() - interval '7 days' and now()
        order by g.expires_at desc limit 1));
end $$;
comment on function app.use_standing_grant is
    'Uses a standing grant of the connection all of whose conditions hold for publishing this revision, and returns an empty list. Otherwise the unmet conditions of the one that comes closest; null without one.';

create or replace function app.standing_grant() returns app.grants
language sql stable security definer set search_path = ''
as $$
    select g from app.grants g where g.id = nullif(current_setting('feedback.standing_grant', true), '')::uuid
$$;
comment on function app.standing_grant is 'The standing grant that this transaction has used; null otherwise.';
