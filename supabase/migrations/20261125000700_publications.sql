-- When each revision was live. A forecast that replays the past reads this.
set role feedback_owner;

create table app.publications (
    site_id uuid not null,
    prompt_id uuid not null,
    at timestamptz not null,
    revision integer,
    primary key (site_id, prompt_id, at),
    foreign key (site_id, prompt_id) references app.prompts on delete cascade
);
comment on table app.publications is 'Which revision of a prompt was live from which time, since this table was created.';
comment on column app.publications.revision is 'Null if the prompt has been paused or archived since then.';

alter table app.publications enable row level security;
alter table app.publications force row level security;
create policy "the service reads" on app.publications for select to feedback_owner using (true);
create policy "the service inserts" on app.publications for insert to feedback_owner with check (true);
create policy "the service updates" on app.publications for update to feedback_owner using (true);
create policy "the service deletes" on app.publications for delete to feedback_owner using (true);

insert into app.publications (site_id, prompt_id, at, revision)
select p.site_id, p.id, p.published_at, p.published_revision from app.prompts p where p.state = 'published';

create function app.note_publication() returns trigger
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

reset role;
