set role feedback_owner;

alter table app.connections add column chosen boolean default false not null;
comment on column app.connections.chosen is 'Sites were chosen for it when it was made: it sees nothing else, in any cell.';
update app.connections c set chosen = true where exists (select from app.connection_sites s where s.connection_id = c.id);

reset role;
