create or replace function app.record_issue(p_delivery app.deliveries, p_issue jsonb, p_now timestamptz) returns void
language plpgsql volatile set search_path = ''
as $$
declare
    v_issue uuid := (p_issue ->> 'id')::uuid;
begin
    if v_issue is null then
        insert into app.issues (site_id, destination_id, key, url, title, created_at)
        values (p_delivery.site_id, p_delivery.destination_id, p_issue ->> 'key', p_issue ->> 'url', p_issue ->> 'title', p_now)
        returning id into v_issue;
    end if;
    update app.deliveries q set issue_id = v_issue
    where q.site_id = p_delivery.site_id and q.destination_id = p_delivery.destination_id and q.message_id = p_delivery.message_id;
    insert into app.issue_responses (site_id, issue_id, response_id)
    select r.site_id, v_issue, r.display_id
    from app.outbox o
    join app.responses r on r.site_id = o.site_id and (r.display_id = o.response_id
        or o.type = 'selection' and o.detail -> 'responses' ? r.display_id::text)
    where o.site_id = p_delivery.site_id and o.id = p_delivery.message_id
    on conflict do nothing;
end $$;
comment on function app.record_issue is
    'Stores the issue that a delivery created, or commented on (`id`), with the responses of its message. p_issue: key, url and title, or id.';

create or replace function app.list_issues(p_site uuid, p_response uuid, p_like uuid, p_limit integer) returns setof jsonb
language sql stable set search_path = ''
as $$
    select jsonb_build_object('id', i.id, 'key', i.key, 'url', i.url, 'destination', i.destination_id, 'title', i.title,
        'responses', (select count(*) from app.issue_responses r where r.site_id = i.site_id and r.issue_id = i.id),
        'tags', s.tags, 'created_at', app.format_instant(i.created_at))
    from app.issues i
    cross join lateral (
        select coalesce(jsonb_agg(t.name order by t.name), '[]') as tags from app.tags t
        where t.site_id = i.site_id
          and exists (select from app.text_tags l
            where l.site_id = t.site_id and l.tag_id = t.id and l.display_id = p_like)
          and exists (select from app.text_tags o
            join app.issue_responses r on r.site_id = o.site_id and r.response_id = o.display_id
            where o.site_id = t.site_id and o.tag_id = t.id and r.issue_id = i.id)) s
    where i.site_id = p_site and (p_response is null or exists (select from app.issue_responses r
        where r.site_id = i.site_id and r.issue_id = i.id and r.response_id = p_response))
    order by jsonb_array_length(s.tags) desc, i.id desc limit p_limit
$$;
comment on function app.list_issues is
    'Issues of a site that the caller may see, as the contract describes them: those that share a tag with the response p_like first, then the newest.';
grant execute on function app.list_issues to feedback_agent, feedback_person;
