create or replace function app.reserve_person(p_person uuid, p_cell smallint) returns void
language sql volatile security definer set search_path = ''
as $$
    insert into app.placed_people (person, cell) values (p_person, p_cell) on conflict do nothing
$$;
comment on function app.reserve_person is 'Notes at home that a person is about to have a workspace in a cell. May be repeated.';
grant execute on function app.reserve_person to feedback_manage;

create or replace function app.cells_of_person() returns setof text
language sql stable security definer set search_path = ''
as $$
    select c.name from app.placed_people p join app.cells c on c.number = p.cell
    where p.person = app.acting_person() order by c.number
$$;
comment on function app.cells_of_person is 'At home: names of the cells besides home in which the acting person may have workspaces.';
grant execute on function app.cells_of_person to feedback_agent, feedback_person;
