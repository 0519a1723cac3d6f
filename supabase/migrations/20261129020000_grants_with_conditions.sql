set role feedback_owner;

alter table app.grants add column conditions jsonb, add column uses integer not null default 0,
    add constraint only_a_standing_grant_to_publish_has_conditions check (conditions is null
        or jsonb_typeof(conditions) = 'array' and conditions <> '[]' and action = 'prompt:publish' and mode = 'until'
        and prompt_id is null and revision is null);
comment on column app.grants.conditions is 'What must hold for each revision that it publishes, as grantConditionSchema of the contract; prompts by their ids. Null for a grant without conditions.';
comment on column app.grants.uses is 'How often a grant with conditions was used.';

alter table app.grant_requests add column unmet jsonb;
comment on column app.grant_requests.unmet is 'The conditions of a standing grant that did not hold, so that a person is asked; null if the connection has none.';

alter table app.audit_log add column grant_id uuid, add column conditions jsonb;
comment on column app.audit_log.grant_id is 'The standing grant that allowed it; null for everything else.';
comment on column app.audit_log.conditions is 'The conditions of that grant, which all held.';

create table app.revision_forecasts (
    site_id uuid not null,
    prompt_id uuid not null,
    revision integer not null,
    sha256 text not null,
    live text not null,
    started_at timestamptz not null,
    finished_at timestamptz,
    next jsonb,
    people integer,
    loss double precision,
    loser text,
    primary key (site_id, prompt_id, revision),
    foreign key (site_id, prompt_id, revision) references app.revisions on delete cascade
);
comment on table app.revision_forecasts is 'The last forecast of a revision, which conditions of grants rely on. Only the database calculates it.';
comment on column app.revision_forecasts.sha256 is 'Hash of the content that was forecast.';
comment on column app.revision_forecasts.live is 'Hash of the site''s live prompts and settings, with which it was forecast.';
comment on column app.revision_forecasts.next is 'Where the next step continues; null once it is finished.';
comment on column app.revision_forecasts.people is 'The most people whom it reaches: the upper bound of the 95 % confidence interval.';
comment on column app.revision_forecasts.loss is 'The largest share of its displays that another live prompt loses, in percent, with its margin of error; null if some prompts are unknown.';
comment on column app.revision_forecasts.loser is 'Survey ID of that prompt; null if none loses anything.';
alter table app.revision_forecasts enable row level security;
alter table app.revision_forecasts force row level security;

reset role;
