-- Accounts of people with workspaces in several databases: each cell deletes its part, and home the rest.
create or replace function app.delete_leaving(p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
    v_person record;
    v_piece record;
begin
    -- A deletion that was undone at the last moment is known here by then.
    if app.own_cell() = 0 or app.copies_lag() > interval '1 second' then
        return false;
    end if;
    for v_person in select * from app.leaving_people l where l.due_at < p_now - interval '5 seconds' order by l.person loop
        v_piece := app.delete_piece_of_account(v_person.person, v_person.name, p_batch);
        if v_piece.deleted > 0 then
            return true;
        end if;
    end loop;
    return false;
end $$;
comment on function app.delete_leaving is
    'In a cell: deletes some rows of people whose account is due to be deleted. Returns whether there may be more.';

create or replace function app.people_who_left(p_now timestamptz) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
    return query
        select l.person from app.leaving_people l
        where app.own_cell() <> 0 and app.copies_lag() <= interval '1 second' and l.due_at < p_now - interval '5 seconds'
          and not exists (select from app.members m where m.person_id = l.person)
          and not exists (select from app.audit_log a where a.person_id = l.person and not a.who like '%' || app.pseudonym_of(l.person));
end $$;
comment on function app.people_who_left is 'In a cell: people whose account is due to be deleted, and of whom nothing is left here.';

create or replace function app.finish_leaving(p_person uuid, p_cell text) returns void
language sql volatile security definer set search_path = ''
as $$
    delete from app.placed_people p using app.cells c where p.person = p_person and c.number = p.cell and c.name = p_cell
$$;
comment on function app.finish_leaving is 'At home: notes that a cell has deleted its part of an account. Home deletes the rest after the last one.';
