create or replace function app.keep_scheduled_paused() returns trigger
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

create or replace function app.refuse_site_of_closed_workspace() returns trigger
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

create or replace function app.deletable_relations(p_column text) returns setof text
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

create or replace function app.delete_some(p_relation text, p_where text, p_id uuid, p_other uuid, p_batch integer) returns integer
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

create or replace function app.delete_piece_of_site(p_site uuid, p_batch integer, out relation text, out deleted integer)
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

create or replace function app.delete_piece_of_prompt(
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
        -- Which revisions were published says which questions were asked.
        where not (p_keep_responses
            and r in ('app.responses', 'app.deleted_responses', 'app.text_answers', 'app.publications'))) loop
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
        where a.site_id = p_site and a.prompt_id = p_prompt and a.revision = r.number)
      and not exists (select from app.deleted_responses a
        where a.site_id = p_site and a.prompt_id = p_prompt and a.revision = r.number);
    get diagnostics deleted = row_count;
end $$;

create or replace function app.delete_piece_of_workspace(p_workspace uuid, p_batch integer, out relation text, out deleted integer)
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

create or replace function app.delete_piece_of_responses(p_deletion uuid, p_batch integer, out relation text, out deleted integer)
language plpgsql security definer set search_path = ''
as $$
begin
    relation := 'app.responses';
    deleted := app.delete_some('app.deleted_responses', 't.deletion_id = $1', p_deletion, null, p_batch);
end $$;

create or replace function app.delete_due(p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
    v_deletion app.deletions;
    v_piece record;
begin
    select * into v_deletion from app.deletions d
    where d.undone_at is null and d.finished_at is null and d.due_at <= p_now
      -- Cells delete their parts of an account first.
      and not (d.kind = 'account' and exists (select from app.placed_people p where p.person = d.target_id))
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
        when 'responses' then v_piece := app.delete_piece_of_responses(v_deletion.id, p_batch);
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
