create or replace function app.join_context(p_path text, p_device "char", p_languages text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return jsonb_strip_nulls(jsonb_build_object('path', p_path, 'languages',
        string_to_array(p_languages, ','), 'device', case p_device when 'p' then 'phone' when 't' then 'tablet' when 'd' then 'desktop' end));
end $$;
comment on function app.join_context is 'The context of an event as the SDK sent it, from the columns in which it is stored.';

create or replace view app.event_details with (security_invoker = true) as
select s.id as site_id, e.id, v.id as visitor_id, e.session_id, p.id as prompt_id, app.id_time(e.id) as at, e.received_at,
    e.reason, e.bot, e.name, e.properties::jsonb as properties, e.verified::jsonb as verified,
    app.join_context(e.path, e.device, e.languages) as context, e.proof_fault, e.claimed_at
from app.sites s
join app.events e on e.site = s.key
join app.visitors v on v.site_id = s.id and v.key = e.visitor
left join app.prompts p on p.site_id = s.id and p.key = e.prompt;
comment on view app.event_details is
    'Events with UUIDs instead of keys, for functions that read a few of them. Those that read many use app.events.';
