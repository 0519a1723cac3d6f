create or replace function app.load_site(site_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
    return (
        select jsonb_build_object('id', s.id, 'siteId', s.site_id, 'settings', s.settings,
            'keepsWaiting', exists (
                select from app.candidates c where c.site_id = s.id and (c.backend or c.unless is not null)),
            'hasBackendPrompt', exists (select from app.candidates c where c.site_id = s.id and c.backend), 'hasLauncherPrompt', exists (
                select from app.prompts p where p.site_id = s.id and p.state = 'published'
                    and p.survey_id = s.settings #>> '{launcher,survey_id}'),
            'proofKeys', coalesce((
            select jsonb_agg(jsonb_build_object('kid', k.kid, 'alg', k.alg, 'status', k.status,
                'sealed', encode(k.sealed, 'base64')) order by k.created_at, k.kid)
            from app.proof_keys k where k.site_id = s.id), '[]'))
        from app.sites s where s.site_id = load_site.site_id and s.closed_at is null and not s.sample
    );
end $$;
comment on function app.load_site is 'What the sdk function needs to know about a site; null for an unknown site ID, and for that of a sample site.';
grant execute on function app.load_site to feedback_ingest;
