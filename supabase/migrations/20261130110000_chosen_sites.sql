set role feedback_owner;

alter table app.connections add column chosen boolean default false not null;
comment on column app.connections.chosen is 'Sites were chosen for it when it was made: it sees nothing else, in any cell.';
update app.connections c set chosen = true where exists (select from app.connection_sites s where s.connection_id = c.id);

alter table app.connections add column sites_elsewhere uuid[];
comment on column app.connections.sites_elsewhere is 'Chosen sites that home does not have. Their cells connect them: app.adopt_connections.';
alter table app.connections add column consented text[];
comment on column app.connections.consented is 'What was approved together with sites_elsewhere; null for a device.';

reset role;
