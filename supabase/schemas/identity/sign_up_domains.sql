create or replace function identity.sign_up_domains() returns text[]
language sql stable security definer set search_path = ''
as $$ select i.sign_up_domains from app.instance_settings i $$;
comment on function identity.sign_up_domains is
    'Domains whose e-mail addresses may sign up; null if the configuration of the server decides.';
grant execute on function identity.sign_up_domains to feedback_identity;
