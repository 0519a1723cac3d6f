-- Templates of a workspace: prompts to start from on any of its sites. A template is not a prompt: no decision uses it.
set role feedback_owner;

create table app.templates (
    workspace_id uuid not null references app.workspaces on delete cascade,
    id uuid not null default app.mint_id(),
    name text not null,
    about text not null default '',
    content jsonb not null,
    created_by uuid,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id),
    constraint template_name_is_unique_in_its_workspace unique (workspace_id, name),
    constraint template_name_has_1_to_120_characters check (length(name) between 1 and 120),
    constraint about_has_at_most_300_characters check (length(about) <= 300),
    constraint content_is_an_object check (jsonb_typeof(content) = 'object')
);
comment on table app.templates is 'Prompts that a workspace saved as templates, immutable once saved.';
comment on column app.templates.content is 'As promptSchema of the contract, with the rule of its audience instead of a saved audience, which belongs to a site.';

alter table app.templates enable row level security;
alter table app.templates force row level security;
create policy "the service reads" on app.templates for select to feedback_owner using (true);
create policy "the service inserts" on app.templates for insert to feedback_owner with check (true);
create policy "the service updates" on app.templates for update to feedback_owner using (true);
create policy "the service deletes" on app.templates for delete to feedback_owner using (true);

grant select on app.templates to feedback_person;
create policy "members see templates" on app.templates for select to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('viewer'))));
grant insert (workspace_id, name, about, content, created_by) on app.templates to feedback_person;
create policy "editors save templates" on app.templates for insert to feedback_person
    with check (workspace_id = any(array(select app.workspaces_for('editor')))
        and created_by = (select app.person_id()));
grant delete on app.templates to feedback_person;
create policy "editors delete templates" on app.templates for delete to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('editor'))));

create function app.limit_templates() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- Serializes concurrent creators.
    perform from app.workspaces w where w.id = new.workspace_id for no key update;
    if (select count(*) from app.templates t where t.workspace_id = new.workspace_id) > 100 then
        raise exception 'A workspace has at most 100 templates.' using errcode = 'FB409',
            hint = 'Delete one that nobody uses.';
    end if;
    return null;
end $$;
create trigger templates_are_limited after insert on app.templates
    for each row execute function app.limit_templates();

reset role;
