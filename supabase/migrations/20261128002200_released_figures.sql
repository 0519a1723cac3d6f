set role feedback_owner;

create table app.released_figures (
    site_id uuid not null,
    prompt_id uuid not null,
    filter bytea not null,
    figures jsonb not null,
    released_at timestamptz not null,
    primary key (site_id, prompt_id, filter),
    foreign key (site_id, prompt_id) references app.prompts on delete cascade
);
comment on table app.released_figures is
    'What links to results show: figures that advance only with enough new answers. Links with the same filter share them, because the difference between two of them could be one answer.';
comment on column app.released_figures.filter is 'app.hash_filter of the filter of the links.';
comment on column app.released_figures.figures is 'Numbers only: no texts, traits, accounts or times.';
alter table app.released_figures enable row level security;
alter table app.released_figures force row level security;

grant select on app.released_figures to feedback_person;

reset role;
