-- Home writes these tables, and each cell reads a copy by logical replication. Applying a change fires no trigger and
-- checks no foreign key.
create or replace function app.copied_relations() returns setof text
language sql immutable set search_path = ''
as $$
    values ('app.cells'), ('app.placed_workspaces'), ('app.placed_sites'), ('app.placed_secrets'), ('app.placed_people'), ('app.leaving_people'),
        ('app.home_heartbeat'), ('app.people'), ('app.connections'), ('app.instance_settings'), ('app.push_keys'), ('app.push_subscriptions'),
        ('identity."user"'), ('identity."session"'), ('identity."passkey"')
$$;
comment on function app.copied_relations is 'The tables that only home writes and every cell has a copy of.';

create or replace function app.own_cell() returns smallint
language plpgsql stable security definer set search_path = ''
as $$
begin
    return (select d.cell from app.this_database d);
end $$;
comment on function app.own_cell is 'The number of the cell that this database is; 0 is home.';
grant execute on function app.own_cell to feedback_agent, feedback_person;

create or replace function app.only_home_writes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if app.own_cell() <> 0 then
        raise exception 'This database is a cell: only home writes %.', tg_table_name using errcode = '25006';
    end if;
    return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function app.only_home_writes is 'Refuses to change a copy, which would then differ from home.';
create trigger only_home_writes before insert or update or delete on app.cells
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on app.placed_workspaces
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on app.placed_sites
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on app.placed_secrets
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on app.placed_people
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on app.leaving_people
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on app.home_heartbeat
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on app.people
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on app.connections
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on app.instance_settings
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on app.push_keys
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on app.push_subscriptions
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on identity."user"
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on identity."session"
    for each row execute function app.only_home_writes();
create trigger only_home_writes before insert or update or delete on identity."passkey"
    for each row execute function app.only_home_writes();

create or replace function app.become_cell(p_number smallint) returns void
language plpgsql volatile set search_path = ''
as $$
declare
    v_relation text;
begin
    if app.own_cell() = p_number then
        return;
    elsif app.own_cell() <> 0 or exists (select from app.workspaces) or exists (select from identity."user") then
        raise exception 'Only a new database can become a cell: this one has data.' using errcode = 'FB409';
    end if;
    -- Home's rows follow.
    for v_relation in select r from app.copied_relations() r loop
        continue when v_relation = 'app.cells';
        execute format('delete from %s', v_relation);
    end loop;
    delete from app.cells;
    update app.this_database set cell = p_number;
end $$;
comment on function app.become_cell is
    'Makes a new database a cell, before it subscribes to home. For the operator, as feedback_owner. Raises FB409.';
