create or replace function app.count_deletable(p_kind text, p_target uuid, p_site uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_most constant integer := 100000;
    v_sites uuid[];
begin
    perform app.find_deletable(p_kind, p_target, p_site);
    if p_kind = 'workspace' and app.connection_id() is not null then
        -- A connection sees chosen sites only.
        return '{}';
    elsif p_kind = 'prompt' then
        return jsonb_build_object(
            'responses', (select count(*) from (select from app.responses r
                where r.site_id = p_site and r.prompt_id = p_target limit v_most) t),
            'displays', (select count(*) from (select from app.displays d
                where d.site_id = p_site and d.prompt_id = p_target limit v_most) t),
            'revisions', (select count(*) from app.revisions r where r.site_id = p_site and r.prompt_id = p_target));
    end if;
    v_sites := array(select s.id from app.sites s where case p_kind when 'site' then s.id = p_target else s.workspace_id = p_target end);
    return jsonb_build_object(
        'prompts', (select count(*) from app.prompts p where p.site_id = any(v_sites)),
        'responses', (select count(*) from (select from app.responses r where r.site_id = any(v_sites) limit v_most) t),
        'visitors', (select count(*) from (select from app.visitors v where v.site_id = any(v_sites) limit v_most) t),
        'accounts', (select count(*) from (select from app.subjects u
            where u.site_id = any(v_sites) and u.account is not null limit v_most) t),
        'events', (select count(*) from (select from app.events e join app.sites s on s.key = e.site
            where s.id = any(v_sites) limit v_most) t))
        || case p_kind when 'workspace' then jsonb_build_object(
            'sites', cardinality(v_sites),
            'members', (select count(*) from app.members m where m.workspace_id = p_target)) else '{}' end;
end $$;
comment on function app.count_deletable is 'How much would be deleted. Each count ends at 100,000.';
grant execute on function app.count_deletable to feedback_agent, feedback_person;
