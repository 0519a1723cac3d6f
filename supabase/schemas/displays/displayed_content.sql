create or replace function app.displayed_content(site uuid, display uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
    return (
        select jsonb_build_object('content', app.apply_variant(r.content, d.variant), 'met_branches', d.met_branches) from app.displays d
        join app.revisions r on r.site_id = d.site_id and r.prompt_id = d.prompt_id and r.number = d.revision
        where d.site_id = site and d.id = display
    );
end $$;
comment on function app.displayed_content is 'The content that a display shows, that of its variant if it has one, and the branches that were settled for it; null for an unknown display.';
grant execute on function app.displayed_content to feedback_ingest;
