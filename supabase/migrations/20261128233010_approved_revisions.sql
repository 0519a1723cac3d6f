set role feedback_owner;

alter table app.grant_requests add column approved_revision integer,
    add constraint an_approved_revision_is_the_requested_or_a_later_one check (approved_revision >= revision),
    add constraint only_an_approval_has_an_approved_revision check (approved_revision is null or state = 'approved');
comment on column app.grant_requests.approved_revision is
    'The revision that the person approved: the requested one, or a later one with their changes. Null unless a revision was approved.';

reset role;
