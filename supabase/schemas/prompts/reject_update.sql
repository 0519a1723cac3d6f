create or replace function app.reject_update() returns trigger
language plpgsql set search_path = ''
as $$
begin
    raise exception 'A revision never changes; save a new one.' using errcode = 'FB409';
end $$;
create trigger revisions_are_immutable before update on app.revisions
    for each row execute function app.reject_update();
