-- concurrently
create index displays_site on app.displays (site_id, reserved_at, id);
