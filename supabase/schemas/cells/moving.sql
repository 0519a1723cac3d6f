-- The server creates triggers with this function on every table of a workspace before it moves to another database, and
-- drops them after it: `fence.ts`. Their conditions name its rows, so others are not affected.
create or replace function app.refuse_while_moving() returns trigger
language plpgsql set search_path = ''
as $$
begin
    -- Workers and maintenance handle rows of many workspaces: they leave these.
    if session_user = 'feedback_ingest'
        or session_user = 'feedback_manage' and current_setting('role') in ('feedback_person', 'feedback_agent')
    then
        raise exception 'The workspace is moving to another database. Try again in a few seconds.' using errcode = 'FB503';
    end if;
    return null;
end $$;
comment on function app.refuse_while_moving is
    'Refuses to change a row of a workspace that is moving, with FB503; for workers and maintenance it skips the row.';

create or replace function app.require_here(p_workspace uuid, p_site uuid, p_public_id text, p_secret bytea) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_cell text;
begin
    if app.own_cell() <> 0 then
        perform app.require_current_copies();
    end if;
    v_cell := app.find_cell(p_workspace, p_site, p_public_id, p_secret);
    if v_cell <> (select c.name from app.cells c where c.number = app.own_cell()) then
        raise exception 'The workspace has moved to another database. Try again.' using errcode = 'FB503';
    end if;
end $$;
comment on function app.require_here is
    'Raises FB503 if the directory says that another database has a workspace, a site (by its UUID or its public ID) or a secret, or if this cell does not know what home changed in the last second.';
grant execute on function app.require_here to feedback_manage;
