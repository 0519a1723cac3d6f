create or replace function app.find_visitors(p_site uuid, p_visitor uuid, p_account text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
    return coalesce((
        select array_agg(v.id) from app.visitors v
        left join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
        where v.site_id = p_site and (v.id = p_visitor or s.account = p_account)), '{}')
        || case when p_visitor is not null then array[p_visitor] else '{}' end;
end $$;

create or replace function app.find_subjects(p_site uuid, p_visitors uuid[], p_account text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
    -- An account may have several browsers: erasing one of them keeps the account. A browser's own subject may be left
    -- from before it joined one.
    return coalesce((
        select array_agg(s.id) from app.subjects s
        where s.site_id = p_site and (s.account = p_account or s.account is null and (s.id = any(p_visitors) or s.id in (
            select v.subject_id from app.visitors v where v.site_id = p_site and v.id = any(p_visitors))))), '{}');
end $$;
