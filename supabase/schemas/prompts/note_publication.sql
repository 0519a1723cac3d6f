create or replace function app.note_publication() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    insert into app.publications as l (site_id, prompt_id, at, revision)
    values (new.site_id, new.id, clock_timestamp(), case when new.state = 'published' then new.published_revision end)
    on conflict (site_id, prompt_id, at) do update set revision = excluded.revision;
    return null;
end $$;
comment on function app.note_publication is 'Records when a revision becomes live or ends. A security definer, because only this trigger may write publications.';
create trigger publications_are_noted after update of state, published_revision on app.prompts
for each row when (old.state is distinct from new.state or old.published_revision is distinct from new.published_revision)
execute function app.note_publication();
