-- Deleting a prompt, a site, a workspace or an account: it stops working at once, its owners can undo that for seven days, and then
-- maintenance deletes its rows in bounded pieces. What was deleted stays here as a receipt.
set role feedback_owner;

alter table app.sites add column closed_at timestamptz;
comment on column app.sites.closed_at is 'When the site was scheduled for deletion; since then, the SDK and the backend get unknown_site.';

create table app.deletions (
    workspace_id uuid,
    id uuid not null default app.mint_id(),
    site_id uuid,
    kind text not null,
    target_id uuid not null,
    name text not null,
    keep_responses boolean not null default false,
    requested_by uuid not null,
    requested_at timestamptz not null default clock_timestamp(),
    due_at timestamptz not null,
    undone_at timestamptz,
    finished_at timestamptz,
    deleted jsonb not null default '{}',
    primary key (id),
    constraint kind_is_known check (kind in ('prompt', 'site', 'workspace', 'account')),
    constraint an_account_has_no_workspace check ((workspace_id is null) = (kind = 'account')),
    constraint prompts_and_sites_have_a_site check ((site_id is null) = (kind in ('workspace', 'account'))),
    constraint only_a_prompt_keeps_responses check (kind = 'prompt' or not keep_responses),
    constraint it_is_undone_or_finished check (undone_at is null or finished_at is null)
);
comment on table app.deletions is 'Scheduled, undone and finished deletions. Without foreign keys: the receipt outlives what was deleted.';
comment on column app.deletions.target_id is 'The prompt, site, workspace or person.';
comment on column app.deletions.name is 'Its name when the deletion was requested; for an account, the email address until the account is deleted.';
comment on column app.deletions.deleted is 'Number of rows deleted, by table.';
create unique index deletions_scheduled on app.deletions (target_id) where undone_at is null and finished_at is null;
create index deletions_workspace on app.deletions (workspace_id, id);
create index deletions_due on app.deletions (due_at) where undone_at is null and finished_at is null;

alter table app.deletions enable row level security;
alter table app.deletions force row level security;
create policy "the service reads" on app.deletions for select to feedback_owner using (true);
create policy "the service inserts" on app.deletions for insert to feedback_owner with check (true);
create policy "the service updates" on app.deletions for update to feedback_owner using (true);
create policy "members see deletions, and people their own" on app.deletions for select to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('viewer'))) or requested_by = (select app.person_id()));
create policy "connections see deletions of what they see" on app.deletions for select to feedback_agent
    using (site_id = any(array(select app.connected_sites()))
        or kind = 'workspace' and workspace_id = any(array(select app.connected_workspaces())));
grant select on app.deletions to feedback_person;
grant select (workspace_id, id, site_id, kind, target_id, name, keep_responses, requested_by, requested_at, due_at, undone_at, finished_at, deleted)
    on app.deletions to feedback_agent;

create function app.find_deletable(
    p_kind text, p_target uuid, p_site uuid, out workspace_id uuid, out name text, out allowed boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
    case p_kind
        when 'prompt' then
            -- A prompt that was never published has no data from visitors, so its editors may delete it.
            select s.workspace_id,
                (select r.content ->> 'name' from app.revisions r where r.site_id = p.site_id and r.prompt_id = p.id
                    order by r.number desc limit 1),
                p_site = any(array(select app.sites_for(case when p.published_at is null then 'editor' else 'owner' end)))
                    or p.published_at is null and p_site = any(array(select app.connected_sites()))
            into workspace_id, name, allowed
            from app.prompts p join app.sites s on s.id = p.site_id
            where p.site_id = p_site and p.id = p_target
              and p_site = any(array(select app.sites_for('viewer') union all select app.connected_sites()));
        when 'site' then
            select s.workspace_id, s.name, s.id = any(array(select app.sites_for('owner')))
            into workspace_id, name, allowed
            from app.sites s where s.id = p_target
              and s.id = any(array(select app.sites_for('viewer') union all select app.connected_sites()));
        when 'workspace' then
            select w.id, w.name, w.id = any(array(select app.workspaces_for('owner')))
            into workspace_id, name, allowed
            from app.workspaces w where w.id = p_target
              and w.id = any(array(select app.workspaces_for('viewer') union all select app.connected_workspaces()));
    end case;
    if workspace_id is null then
        raise exception 'There is no such %.', p_kind using errcode = 'FB404';
    end if;
end $$;
comment on function app.find_deletable is
    'What the caller wants to delete, and whether they may: people by their role, connections only what was never published. Raises FB404 if they cannot see it.';

create function app.schedule_deletion(p_kind text, p_target uuid, p_site uuid, p_keep_responses boolean, p_now timestamptz)
returns app.deletions
language plpgsql security definer set search_path = ''
as $$
declare
    v_undo constant interval := interval '7 days';
    v_found record;
    v_deletion app.deletions;
begin
    v_found := app.find_deletable(p_kind, p_target, p_site);
    if not v_found.allowed then
        raise exception '%', case when app.connection_id() is not null
            then format('Only a person can delete %s, in the dashboard.',
                case p_kind when 'prompt' then 'a published prompt' else 'a ' || p_kind end)
            else case p_kind when 'prompt' then 'Only an owner can delete a published prompt.'
            else format('Only an owner can delete a %s.', p_kind) end end using errcode = 'FB403';
    end if;
    perform app.use_grant('prompt:draft', v_found.workspace_id, p_site, null, null, false);
    if exists (select from app.deletions d where d.workspace_id = v_found.workspace_id and d.kind = 'workspace'
        and d.undone_at is null and d.finished_at is null) then
        raise exception 'The whole workspace is scheduled for deletion.' using errcode = 'FB409';
    end if;
    -- A paused prompt is not shown, and can be resumed when the deletion is undone.
    if p_kind = 'prompt' then
        update app.prompts p set state = 'paused' where p.site_id = p_site and p.id = p_target and p.state = 'published';
    else
        update app.sites s set closed_at = coalesce(s.closed_at, p_now)
        where case p_kind when 'site' then s.id = p_target else s.workspace_id = p_target end;
    end if;
    insert into app.deletions as d (workspace_id, site_id, kind, target_id, name, keep_responses, requested_by, requested_at, due_at)
    values (v_found.workspace_id, case when p_kind <> 'workspace' then p_site end, p_kind, p_target, v_found.name,
        p_keep_responses, app.acting_person(), p_now, p_now + v_undo)
    on conflict do nothing returning d.* into v_deletion;
    if not found then
        raise exception 'It is already scheduled for deletion.' using errcode = 'FB409';
    end if;
    return v_deletion;
end $$;
comment on function app.schedule_deletion is 'Pauses or closes it, and schedules its deletion after 7 days.';

create function app.undo_deletion(p_id uuid, p_now timestamptz) returns app.deletions
language plpgsql security definer set search_path = ''
as $$
declare
    v_deletion app.deletions;
begin
    select * into v_deletion from app.deletions d
    where d.id = p_id and (d.workspace_id = any(array(select app.workspaces_for('viewer')))
        or d.site_id = any(array(select app.connected_sites()))
        or d.kind = 'workspace' and d.workspace_id = any(array(select app.connected_workspaces())))
    for update;
    if not found then
        raise exception 'There is no such deletion.' using errcode = 'FB404';
    elsif v_deletion.undone_at is not null then
        return v_deletion;
    elsif v_deletion.finished_at is not null or v_deletion.deleted <> '{}' then
        raise exception 'It is already deleted.' using errcode = 'FB409';
    elsif not (app.find_deletable(v_deletion.kind, v_deletion.target_id, v_deletion.site_id)).allowed then
        raise exception '%', format(case when app.connection_id() is null then 'Only an owner can undo the deletion of a %s.'
            else 'Only a person can undo the deletion of this %s, in the dashboard.' end, v_deletion.kind) using errcode = 'FB403';
    end if;
    perform app.use_grant('prompt:draft', v_deletion.workspace_id, v_deletion.site_id, null, null, false);
    update app.deletions d set undone_at = p_now where d.id = p_id returning * into v_deletion;
    if v_deletion.kind = 'workspace' and not exists (select from app.members m
        where m.workspace_id = v_deletion.workspace_id and m.role = 'owner' and not app.is_leaving(m.person_id)) then
        raise exception 'The accounts of its owners are scheduled for deletion. Undo the deletion of your account first.'
            using errcode = 'FB409';
    end if;
    update app.sites s set closed_at = null
    where s.workspace_id = v_deletion.workspace_id and s.closed_at is not null
      and not exists (select from app.deletions d where d.undone_at is null and d.finished_at is null
        and d.target_id in (s.id, s.workspace_id));
    return v_deletion;
end $$;
comment on function app.undo_deletion is 'Reopens what the deletion closed. A prompt stays paused.';

create function app.keep_scheduled_paused() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if exists (select from app.deletions d where d.target_id = new.id and d.undone_at is null and d.finished_at is null) then
        raise exception 'The prompt is scheduled for deletion. Undo the deletion first.' using errcode = 'FB409';
    end if;
    return new;
end $$;
create trigger what_will_be_deleted_is_not_published before update of state on app.prompts
    for each row when (new.state = 'published') execute function app.keep_scheduled_paused();

create function app.refuse_site_of_closed_workspace() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if exists (select from app.deletions d where d.target_id = new.workspace_id and d.undone_at is null and d.finished_at is null) then
        raise exception 'The workspace is scheduled for deletion. Undo the deletion first.' using errcode = 'FB409';
    end if;
    return new;
end $$;
create trigger what_will_be_deleted_gets_no_site before insert on app.sites
    for each row execute function app.refuse_site_of_closed_workspace();

create function app.count_deletable(p_kind text, p_target uuid, p_site uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_most constant integer := 100000;
    v_sites uuid[];
begin
    perform app.find_deletable(p_kind, p_target, p_site);
    if p_kind = 'workspace' and app.connection_id() is not null then
        -- A connection sees chosen sites only.
        return '{}';
    elsif p_kind = 'prompt' then
        return jsonb_build_object(
            'responses', (select count(*) from (select from app.responses r
                where r.site_id = p_site and r.prompt_id = p_target limit v_most) t),
            'displays', (select count(*) from (select from app.displays d
                where d.site_id = p_site and d.prompt_id = p_target limit v_most) t),
            'revisions', (select count(*) from app.revisions r where r.site_id = p_site and r.prompt_id = p_target));
    end if;
    v_sites := array(select s.id from app.sites s where case p_kind when 'site' then s.id = p_target else s.workspace_id = p_target end);
    return jsonb_build_object(
        'prompts', (select count(*) from app.prompts p where p.site_id = any(v_sites)),
        'responses', (select count(*) from (select from app.responses r where r.site_id = any(v_sites) limit v_most) t),
        'visitors', (select count(*) from (select from app.visitors v where v.site_id = any(v_sites) limit v_most) t),
        'accounts', (select count(*) from (select from app.subjects u
            where u.site_id = any(v_sites) and u.account is not null limit v_most) t),
        'events', (select count(*) from (select from app.events e join app.sites s on s.key = e.site
            where s.id = any(v_sites) limit v_most) t))
        || case p_kind when 'workspace' then jsonb_build_object(
            'sites', cardinality(v_sites),
            'members', (select count(*) from app.members m where m.workspace_id = p_target)) else '{}' end;
end $$;
comment on function app.count_deletable is 'How much would be deleted. Each count ends at 100,000.';

create function app.deletable_relations(p_column text) returns setof text
language sql stable set search_path = ''
as $$
    -- Deletions and the audit log are kept. Revisions go with their prompt, which references one of them.
    select format('app.%I', c.relname) from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = p_column and not a.attisdropped
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('deletions', 'audit_log', 'revisions', 'sites', 'workspaces')
    order by c.relname = 'prompts', c.relname in ('subjects', 'visitors'), c.relname
$$;
comment on function app.deletable_relations is 'Tables with rows that belong to what this column references, in the order of their deletion.';

create function app.delete_some(p_relation text, p_where text, p_id uuid, p_other uuid, p_batch integer) returns integer
language plpgsql security definer set search_path = '' set enable_seqscan = 'off' set jit = 'off'
as $$
declare
    v_partition oid;
    v_deleted integer;
begin
    -- One partition at a time: rows of different partitions may have the same ctid.
    execute format('select t.tableoid from %1$s t where %2$s limit 1', p_relation, p_where) into v_partition using p_id, p_other;
    if v_partition is null then
        return 0;
    end if;
    execute format('delete from %1$s d where d.tableoid = $3 and d.ctid = any(array(
        select t.ctid from %1$s t where %2$s and t.tableoid = $3 limit $4))', p_relation, p_where)
    using p_id, p_other, v_partition, p_batch;
    get diagnostics v_deleted = row_count;
    return v_deleted;
end $$;

create function app.delete_piece_of_site(p_site uuid, p_batch integer, out relation text, out deleted integer)
language plpgsql security definer set search_path = ''
as $$
begin
    relation := 'app.events';
    deleted := app.delete_some(relation, 't.site = (select s.key from app.sites s where s.id = $1)', p_site, null, p_batch);
    if deleted > 0 then
        return;
    end if;
    foreach relation in array array(select app.deletable_relations('site_id')) loop
        deleted := app.delete_some(relation, 't.site_id = $1', p_site, null, p_batch);
        if deleted > 0 then
            return;
        end if;
    end loop;
    relation := 'app.sites';
    delete from app.sites s where s.id = p_site;
    get diagnostics deleted = row_count;
end $$;

create function app.delete_piece_of_prompt(
    p_site uuid, p_prompt uuid, p_keep_responses boolean, p_batch integer, out relation text, out deleted integer)
language plpgsql security definer set search_path = ''
as $$
begin
    if p_keep_responses then
        -- First, because changes of state are recorded.
        update app.prompts p set state = 'archived', published_revision = null
        where p.site_id = p_site and p.id = p_prompt and (p.state <> 'archived' or p.published_revision is not null);
    end if;
    foreach relation in array array(select r from app.deletable_relations('prompt_id') r
        where not (p_keep_responses and r in ('app.responses', 'app.text_answers'))) loop
        deleted := app.delete_some(relation, 't.site_id = $1 and t.prompt_id = $2', p_site, p_prompt, p_batch);
        if deleted > 0 then
            return;
        end if;
    end loop;
    if not p_keep_responses then
        relation := 'app.prompts';
        delete from app.prompts p where p.site_id = p_site and p.id = p_prompt;
        get diagnostics deleted = row_count;
        return;
    end if;
    relation := 'app.revisions';
    -- The questions of the responses stay readable.
    delete from app.revisions r where r.site_id = p_site and r.prompt_id = p_prompt
      and r.number < (select max(n.number) from app.revisions n where n.site_id = p_site and n.prompt_id = p_prompt)
      and not exists (select from app.responses a
        where a.site_id = p_site and a.prompt_id = p_prompt and a.revision = r.number);
    get diagnostics deleted = row_count;
end $$;

create function app.delete_piece_of_workspace(p_workspace uuid, p_batch integer, out relation text, out deleted integer)
language plpgsql security definer set search_path = ''
as $$
declare
    v_site uuid := (select s.id from app.sites s where s.workspace_id = p_workspace order by s.id limit 1);
begin
    if v_site is not null then
        select * into relation, deleted from app.delete_piece_of_site(v_site, p_batch);
        return;
    end if;
    -- Its members, invitations, grants and audit log go with it.
    relation := 'app.workspaces';
    delete from app.workspaces w where w.id = p_workspace;
    get diagnostics deleted = row_count;
end $$;

create function app.delete_due(p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
    v_deletion app.deletions;
    v_piece record;
begin
    select * into v_deletion from app.deletions d
    where d.undone_at is null and d.finished_at is null and d.due_at <= p_now
    order by d.due_at, d.id limit 1 for update skip locked;
    if not found then
        return false;
    end if;
    case v_deletion.kind
        when 'prompt' then
            v_piece := app.delete_piece_of_prompt(v_deletion.site_id, v_deletion.target_id, v_deletion.keep_responses, p_batch);
        when 'site' then v_piece := app.delete_piece_of_site(v_deletion.target_id, p_batch);
        when 'workspace' then v_piece := app.delete_piece_of_workspace(v_deletion.target_id, p_batch);
        when 'account' then v_piece := app.delete_piece_of_account(v_deletion.target_id, v_deletion.name, p_batch);
    end case;
    update app.deletions d
    set deleted = case when v_piece.deleted = 0 then d.deleted else jsonb_set(d.deleted, array[substr(v_piece.relation, 5)],
            to_jsonb(coalesce((d.deleted ->> substr(v_piece.relation, 5))::bigint, 0) + v_piece.deleted)) end,
        -- Even the receipt does not name the person.
        name = case when v_piece.deleted = 0 and d.kind = 'account' then app.pseudonym_of(d.target_id) else d.name end,
        finished_at = case when v_piece.deleted = 0 then p_now end
    where d.id = v_deletion.id;
    return true;
end $$;
comment on function app.delete_due is
    'Deletes some rows of the oldest deletion that is due. Returns whether there may be more. A run that finds nothing completes the deletion.';

grant execute on function app.find_deletable, app.schedule_deletion, app.undo_deletion, app.count_deletable
    to feedback_person, feedback_agent;

reset role;
