create or replace function app.read_instance_settings() returns jsonb
language sql stable set search_path = ''
as $$
    select jsonb_build_object(
        'retention', jsonb_build_object('event_days', i.event_days, 'visitor_days', i.visitor_days),
        'rate_limits', jsonb_build_object(
            'site', jsonb_build_object('per_second', i.site_per_second, 'burst', i.site_burst),
            'address', jsonb_build_object('per_second', i.address_per_second, 'burst', i.address_burst),
            'subject', jsonb_build_object('per_second', i.subject_per_second, 'burst', i.subject_burst)))
    from app.instance_settings i
$$;
comment on function app.read_instance_settings is 'The settings of the instance, as instanceSettingsSchema of the contract.';
grant execute on function app.read_instance_settings to feedback_person;

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
