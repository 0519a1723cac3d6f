-- Who may sign up without an invitation, as a setting of the instance: it changes without a restart, and is logged.
set role feedback_owner;

alter table app.instance_settings
    add column sign_up_domains text[],
    add constraint sign_up_domains_are_domains
        check (cardinality(sign_up_domains) = 0
            or ',' || array_to_string(sign_up_domains, ',', '') ~ '^(,[a-z0-9-]+([.][a-z0-9-]+)+)+$');
comment on table app.instance_settings is
    'The operator''s settings for all sites of this instance: maximum retention and rate limits, and who may sign up. One row.';
comment on column app.instance_settings.sign_up_domains is
    'Domains whose e-mail addresses may sign up, for the sign-in service of feedback-server; null: those of its configuration.';

-- app.read_instance_settings does not change: servers of version 0.4.0 know no other settings.
create function app.read_operator_settings() returns jsonb
language sql stable set search_path = ''
as $$
    select app.read_instance_settings()
        || jsonb_build_object('sign_up', jsonb_build_object('allowed_domains', to_jsonb(i.sign_up_domains)))
    from app.instance_settings i
$$;
comment on function app.read_operator_settings is 'All settings of the instance, as operatorSettingsSchema of the contract.';

create or replace function app.change_instance_settings(p_change jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_before jsonb;
    v_after jsonb;
begin
    -- Changes are serialized, so that each is logged with the values that it actually replaced.
    perform from app.instance_settings for update;
    v_before := app.read_operator_settings();
    update app.instance_settings set
        event_days = coalesce((p_change #>> '{retention,event_days}')::integer, event_days),
        visitor_days = coalesce((p_change #>> '{retention,visitor_days}')::integer, visitor_days),
        site_per_second = coalesce((p_change #>> '{rate_limits,site,per_second}')::integer, site_per_second),
        site_burst = coalesce((p_change #>> '{rate_limits,site,burst}')::integer, site_burst),
        address_per_second = coalesce((p_change #>> '{rate_limits,address,per_second}')::integer, address_per_second),
        address_burst = coalesce((p_change #>> '{rate_limits,address,burst}')::integer, address_burst),
        subject_per_second = coalesce((p_change #>> '{rate_limits,subject,per_second}')::integer, subject_per_second),
        subject_burst = coalesce((p_change #>> '{rate_limits,subject,burst}')::integer, subject_burst),
        sign_up_domains = case jsonb_typeof(p_change #> '{sign_up,allowed_domains}')
            when 'array' then array(
                select d.domain from jsonb_array_elements_text(p_change #> '{sign_up,allowed_domains}') with ordinality d (domain, at)
                order by d.at)
            when 'null' then null
            else sign_up_domains end;
    v_after := app.read_operator_settings();
    if v_after <> v_before then
        insert into app.instance_changes (before, after) values (v_before, v_after);
    end if;
    return app.read_instance_settings();
end $$;
comment on function app.change_instance_settings is
    'Changes the settings that p_change has, logs the change and returns the maximums. For the operator, as feedback_owner.';

create function identity.sign_up_domains() returns text[]
language sql stable security definer set search_path = ''
as $$ select i.sign_up_domains from app.instance_settings i $$;
comment on function identity.sign_up_domains is
    'Domains whose e-mail addresses may sign up; null if the configuration of the server decides.';
grant execute on function identity.sign_up_domains to feedback_identity;

reset role;
