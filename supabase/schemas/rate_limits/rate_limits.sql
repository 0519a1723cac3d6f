create or replace view app.rate_limits with (security_invoker = true) as
select s.id as site_id, s.site_rate, s.site_burst, s.address_rate, s.address_burst, s.subject_rate, s.subject_burst
from app.sites s;
comment on view app.rate_limits is 'The rate limits of each site.';
