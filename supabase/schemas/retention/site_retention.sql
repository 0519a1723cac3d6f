create or replace view app.site_retention with (security_invoker = true) as
select s.id as site_id, s.key as site,
    least((s.settings #>> '{retention,event_days}')::integer, i.event_days) as event_days,
    least((s.settings #>> '{retention,visitor_days}')::integer, i.visitor_days) as visitor_days,
    -- Displays stay for as long as they count for the site's limits, so that no person is asked too often.
    greatest(least((s.settings #>> '{retention,visitor_days}')::integer, i.visitor_days),
        (s.settings #>> '{limits,window,days}')::integer) as display_days
from app.sites s cross join app.instance_settings i;
comment on view app.site_retention is 'How many days each site keeps events, visitors and displays.';
