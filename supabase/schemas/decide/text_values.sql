create or replace function app.trait_values(p_site uuid, p_visitor uuid, p_subject uuid, p_account text, p_traits jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    -- Any browser can claim an account: what the backend said about it is for browsers that have proven it.
    v_verified jsonb := case when exists (select from app.proven_visitors p
            where p.site_id = p_site and p.visitor_id = p_visitor and p.subject_id = p_subject)
        then (select v.traits from app.visitors v
            where v.site_id = p_site and v.id = app.backend_visitor(p_site, p_account) and v.subject_id = p_subject) end;
begin
    return jsonb_build_object('trait', p_traits || coalesce(v_verified, '{}'), 'verified_trait', coalesce(v_verified, '{}'));
end $$;
comment on function app.trait_values is
    'Traits for the texts of a prompt: those that this browser reported, overridden by those that the backend reported for the account that it has proven.';

create or replace function app.text_values(p_site uuid, p_display uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    r record;
    v_values jsonb;
begin
    select d.visitor_id, d.subject_id, d.origin, v.traits, u.account, u.answer_traits, d.reserved_at into r
    from app.displays d
    join app.visitors v on v.site_id = d.site_id and v.id = d.visitor_id
    join app.subjects u on u.site_id = d.site_id and u.id = d.subject_id
    where d.site_id = p_site and d.id = p_display;
    if r.answer_traits is not null then
        r.traits := app.with_answer_traits(
            app.shown_answer_traits(r.answer_traits, p_site, r.subject_id, r.visitor_id), r.traits, r.reserved_at);
    end if;
    v_values := app.trait_values(p_site, r.visitor_id, r.subject_id, r.account, r.traits);
    return v_values || coalesce((
        select jsonb_build_object('event', e.properties || coalesce(e.verified, '{}'), 'verified_event', coalesce(e.verified, '{}'))
        from app.event_details e
        where e.site_id = p_site and e.id = r.origin
          -- An event of the backend or of another browser is for browsers that have proven the account.
          and (e.visitor_id = r.visitor_id or exists (select from app.proven_visitors p
              where p.site_id = p_site and p.visitor_id = r.visitor_id and p.subject_id = r.subject_id))), '{}');
end $$;
comment on function app.text_values is 'Values for the texts of a display, by source: what its visitor may see of traits and of the event.';
