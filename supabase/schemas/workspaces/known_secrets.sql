create or replace function app.list_known_secrets(p_workspace uuid, p_person uuid, p_was text, p_is text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
    if not exists (select from app.workspaces_for('owner') w where w = p_workspace) then
        return '[]';
    end if;
    return (
        select coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'site', s.id, 'site_name', s.name, 'id', x.id,
            'name', x.name, 'made', x.made) order by x.kind, s.name, x.name, x.id), '[]')
        from app.sites s
        cross join lateral (
            select 'site_key' as kind, k.id::text, k.name, true as made
            from app.site_keys k
            where k.site_id = s.id and k.revoked_at is null and k.created_by = p_person
            union all
            -- An older key does not say who made it, but only owners could.
            select case k.alg when 'HS256' then 'proof_key' else 'public_key' end, k.kid, k.kid, k.created_by is not null
            from app.proof_keys k
            where k.site_id = s.id and (k.created_by = p_person or k.created_by is null and p_was = 'owner')
            union all
            -- Links to results end with the membership. Every owner can read a webhook's URL; its maker also saw its secret.
            select d.kind, d.id::text, d.name, d.created_by is not distinct from p_person
            from app.destinations d
            where d.site_id = s.id and d.kind <> 'email'
              and (d.created_by = p_person or d.kind = 'webhook' and p_was = 'owner')) x
        where s.workspace_id = p_workspace and p_is is distinct from 'owner');
end $$;
comment on function app.list_known_secrets is
    'For an owner: the keys and secrets that a person made or could read in a former role but may not in the present one (null: no role).';
grant execute on function app.list_known_secrets to feedback_person;
