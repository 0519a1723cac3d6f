create or replace function app.write_pushes(p_person uuid, p_request uuid, p_reminder boolean default false) returns void
language sql volatile set search_path = ''
as $$
    insert into app.push_messages (subscription_id, request_id, reminder)
    select s.id, p_request, p_reminder from app.push_subscriptions s where s.person_id = p_person
$$;
comment on function app.write_pushes is 'Writes a notification of an approval request for each browser of a person.';

create or replace function app.write_push_of_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if tg_op = 'INSERT' then
        perform app.write_pushes(new.person_id, new.id);
    elsif new.state <> 'pending' then
        delete from app.push_messages p where p.request_id = new.id;
    end if;
    return null;
end $$;
create trigger requests_are_pushed after insert or update of state on app.grant_requests
    for each row execute function app.write_push_of_request();
create trigger requests_are_pushed after insert or update of state on app.destination_requests
    for each row execute function app.write_push_of_request();

create or replace function app.describe_pushed_request(p_request uuid, p_person uuid, p_now timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
    -- Membership is read here too, so that lost access ends with the next notification.
    select jsonb_build_object('id', r.id, 'action', r.action, 'revision', r.revision, 'survey_id', p.survey_id,
        'connection', c.name, 'workspace', w.name, 'site', coalesce(r.site_name, s.name), 'expires_at', app.format_instant(r.expires_at))
    from (
        select g.id, g.connection_id, g.workspace_id, g.site_id, g.action, g.prompt_id, g.revision, g.site_name, g.expires_at
        from app.grant_requests g where g.id = p_request and g.person_id = p_person and g.state = 'pending' and g.expires_at > p_now
        union all
        select d.id, d.connection_id, d.workspace_id, d.site_id,
            case when d.creates then 'destination:create' else 'destination:change' end, null, null, null, d.expires_at
        from app.destination_requests d
        where d.id = p_request and d.person_id = p_person and d.state = 'pending' and d.expires_at > p_now) r
    join app.connections c on c.id = r.connection_id and app.is_live(c)
    join app.workspaces w on w.id = r.workspace_id
    join app.members m on m.workspace_id = w.id and m.person_id = p_person
    left join app.sites s on s.id = r.site_id
    left join app.prompts p on p.site_id = r.site_id and p.id = r.prompt_id
$$;
comment on function app.describe_pushed_request is
    'A pending request as a notification names it: no text of visitors. Null once it is decided or expired, or its person lost the workspace.';
