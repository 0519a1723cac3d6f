-- What the operator decides for all sites of this instance: the most that a site's own settings may ask for.
set role feedback_owner;

create table app.instance_settings (
    id smallint primary key default 1,
    event_days integer not null default 30,
    visitor_days integer not null default 90,
    site_per_second integer not null default 5000,
    site_burst integer not null default 20000,
    address_per_second integer not null default 100,
    address_burst integer not null default 500,
    subject_per_second integer not null default 100,
    subject_burst integer not null default 1000,
    constraint there_is_one_row check (id = 1),
    constraint event_days_are_7_to_30 check (event_days between 7 and 30),
    constraint visitor_days_are_7_to_90 check (visitor_days between 7 and 90),
    constraint site_per_second_is_1_to_5000 check (site_per_second between 1 and 5000),
    constraint site_burst_is_10_to_20000 check (site_burst between 10 and 20000),
    constraint address_per_second_is_1_to_100 check (address_per_second between 1 and 100),
    constraint address_burst_is_10_to_500 check (address_burst between 10 and 500),
    constraint subject_per_second_is_1_to_100 check (subject_per_second between 1 and 100),
    constraint subject_burst_is_10_to_1000 check (subject_burst between 10 and 1000)
);
comment on table app.instance_settings is
    'The maximums that the operator sets for all sites of this instance. One row. Who may sign up is a setting of the sign-in service.';
insert into app.instance_settings default values;

create table app.instance_changes (
    id uuid primary key default app.mint_id(),
    at timestamptz not null default clock_timestamp(),
    who text not null default 'operator',
    before jsonb not null,
    after jsonb not null
);
comment on table app.instance_changes is
    'The audit log of app.instance_settings, which belong to no workspace. Append-only: only app.change_instance_settings writes it.';

alter table app.instance_settings enable row level security;
alter table app.instance_settings force row level security;
alter table app.instance_changes enable row level security;
alter table app.instance_changes force row level security;
create policy "the service reads" on app.instance_settings for select to feedback_owner using (true);
create policy "the service updates" on app.instance_settings for update to feedback_owner using (true);
create policy "the service reads" on app.instance_changes for select to feedback_owner using (true);
create policy "the service inserts" on app.instance_changes for insert to feedback_owner with check (true);

grant select on app.instance_settings to feedback_person;
create policy "members see the settings of the instance" on app.instance_settings for select to feedback_person
    using (exists (select app.workspaces_for('viewer')));

create function app.read_instance_settings() returns jsonb
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

create function app.change_instance_settings(p_change jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_before jsonb;
    v_after jsonb;
begin
    -- Changes take turns, so that each is logged with what it really replaced.
    perform from app.instance_settings for update;
    v_before := app.read_instance_settings();
    update app.instance_settings set
        event_days = coalesce((p_change #>> '{retention,event_days}')::integer, event_days),
        visitor_days = coalesce((p_change #>> '{retention,visitor_days}')::integer, visitor_days),
        site_per_second = coalesce((p_change #>> '{rate_limits,site,per_second}')::integer, site_per_second),
        site_burst = coalesce((p_change #>> '{rate_limits,site,burst}')::integer, site_burst),
        address_per_second = coalesce((p_change #>> '{rate_limits,address,per_second}')::integer, address_per_second),
        address_burst = coalesce((p_change #>> '{rate_limits,address,burst}')::integer, address_burst),
        subject_per_second = coalesce((p_change #>> '{rate_limits,subject,per_second}')::integer, subject_per_second),
        subject_burst = coalesce((p_change #>> '{rate_limits,subject,burst}')::integer, subject_burst);
    v_after := app.read_instance_settings();
    if v_after <> v_before then
        insert into app.instance_changes (before, after) values (v_before, v_after);
    end if;
    return v_after;
end $$;
comment on function app.change_instance_settings is
    'Changes the settings that p_change has, logs the change and returns all settings. For the operator, as feedback_owner.';

create view app.site_retention with (security_invoker = true) as
select s.id as site_id, s.key as site,
    least((s.settings #>> '{retention,event_days}')::integer, i.event_days) as event_days,
    least((s.settings #>> '{retention,visitor_days}')::integer, i.visitor_days) as visitor_days,
    -- Displays stay for as long as they count for the site's limits, so that no person is asked too often.
    greatest(least((s.settings #>> '{retention,visitor_days}')::integer, i.visitor_days),
        (s.settings #>> '{limits,window,days}')::integer) as display_days
from app.sites s cross join app.instance_settings i;
comment on view app.site_retention is 'How many days each site keeps events, visitors and displays.';

create view app.rate_limits with (security_invoker = true) as
select s.id as site_id,
    least(coalesce((s.settings #>> '{rate_limits,site,per_second}')::integer, 500), i.site_per_second)::real as site_rate,
    least(coalesce((s.settings #>> '{rate_limits,site,burst}')::integer, 2000), i.site_burst)::real as site_burst,
    least(coalesce((s.settings #>> '{rate_limits,address,per_second}')::integer, 20), i.address_per_second)::real as address_rate,
    least(coalesce((s.settings #>> '{rate_limits,address,burst}')::integer, 100), i.address_burst)::real as address_burst,
    least(coalesce((s.settings #>> '{rate_limits,subject,per_second}')::integer, 5), i.subject_per_second)::real as subject_rate,
    least(coalesce((s.settings #>> '{rate_limits,subject,burst}')::integer, 50), i.subject_burst)::real as subject_burst
from app.sites s cross join app.instance_settings i;
comment on view app.rate_limits is 'The rate limits of each site.';

create function app.reopen_buckets() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- A bucket is given new numbers when it is next consumed from, which an exhausted one would delay. Those that a
    -- request is writing are skipped: waiting for them could deadlock with it.
    if tg_table_name = 'instance_settings' then
        delete from app.buckets where (site_id, kind, key) in (
            select k.site_id, k.kind, k.key from app.buckets k where k.exhausted for update skip locked);
    else
        delete from app.buckets where (site_id, kind, key) in (
            select k.site_id, k.kind, k.key from app.buckets k
            where k.site_id = new.id and k.exhausted for update skip locked);
    end if;
    return null;
end $$;
comment on function app.reopen_buckets is 'Lets new rate limits apply at once, also where the previous ones are exhausted.';
create trigger new_rate_limits_apply_at_once after update of settings on app.sites
    for each row when (old.settings -> 'rate_limits' is distinct from new.settings -> 'rate_limits')
    execute function app.reopen_buckets();
create trigger new_maximums_apply_at_once after update on app.instance_settings
    for each row execute function app.reopen_buckets();

reset role;
