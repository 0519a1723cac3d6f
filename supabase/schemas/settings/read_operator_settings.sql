-- app.read_instance_settings does not change: servers of version 0.4.0 know no other settings.
create or replace function app.read_operator_settings() returns jsonb
language sql stable set search_path = ''
as $$
    select app.read_instance_settings()
        || jsonb_build_object('sign_up', jsonb_build_object('allowed_domains', to_jsonb(i.sign_up_domains)))
    from app.instance_settings i
$$;
comment on function app.read_operator_settings is 'All settings of the instance, as operatorSettingsSchema of the contract.';
