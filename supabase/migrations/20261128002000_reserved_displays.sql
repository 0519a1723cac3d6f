-- concurrently
create index displays_reserved on app.displays (reserved_at) where state = 'reserved';
