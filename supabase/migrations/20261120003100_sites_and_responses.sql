-- What persons may create and delete beyond prompts.
set role feedback_owner;

create function app.mint_site_id() returns text
language sql volatile set search_path = ''
as $$
    select 'site_' || string_agg(substr('0123456789abcdefghijklmnopqrstuvwxyz', 1 + get_byte(r.bytes, i) % 36, 1), '')
    from (select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes) r,
        generate_series(0, 11) i
$$;
comment on function app.mint_site_id is 'A public site ID: site_ and 12 random digits or letters.';
alter table app.sites alter column site_id set default app.mint_site_id();

create function app.limit_sites() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    perform from app.workspaces w where w.id = new.workspace_id for no key update;
    if (select count(*) from app.sites s where s.workspace_id = new.workspace_id) > 500 then
        raise exception 'A workspace has at most 500 sites.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger a_workspace_has_at_most_500_sites after insert on app.sites
    for each row execute function app.limit_sites();

-- Never the site ID: it is unique across tenants, and choosing one would tell which are taken.
grant insert (id, workspace_id, name) on app.sites to feedback_person;
create policy "editors create sites" on app.sites for insert to feedback_person
    with check (workspace_id = any(array(select app.workspaces_for('editor'))));

grant delete on app.responses to feedback_person;
create policy "owners delete responses" on app.responses for delete to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));

grant execute on function app.mint_site_id to feedback_person;

reset role;
