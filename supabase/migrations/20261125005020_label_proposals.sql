-- Labels that a program, the suggestion method or a viewer proposes. Only a person who may edit can turn a proposal
-- into a tag of a text answer; every decision is kept, so that agreement can be counted.
set role feedback_owner;

create table app.label_proposals (
    site_id uuid not null,
    display_id uuid not null,
    question_id text not null,
    tag_id uuid not null,
    source text not null default case when app.connection_id() is null then 'person' else 'connection' end,
    -- Nobody may write it.
    proposer text not null default coalesce(app.connection_name(), ''),
    quote text,
    is_example boolean not null default false,
    state text not null default 'proposed',
    created_by uuid not null,
    created_at timestamptz not null default clock_timestamp(),
    decided_by uuid,
    decided_at timestamptz,
    primary key (site_id, display_id, question_id, tag_id, source, proposer),
    foreign key (site_id, display_id, question_id) references app.text_answers on delete cascade,
    foreign key (site_id, tag_id) references app.tags on delete cascade,
    constraint source_is_known check (source in ('person', 'connection', 'method')),
    constraint quote_has_1_to_300_characters check (length(quote) between 1 and 300),
    constraint state_is_known check (state in ('proposed', 'accepted', 'rejected')),
    constraint open_proposal_has_a_quote check (state <> 'proposed' or quote is not null)
);
comment on table app.label_proposals is 'Tags that something proposed for a text answer, and what people decided.';
comment on column app.label_proposals.proposer is 'Name of the connection at that time; empty for the method and for people.';
comment on column app.label_proposals.quote is 'The part of the text that the tag is about.';
comment on column app.label_proposals.is_example is 'Proposed with its tag, as an example; accepted with it.';
comment on column app.label_proposals.created_by is 'The person who proposed it, or for whom the program or the method did.';
create index label_proposals_tag on app.label_proposals (site_id, tag_id, state);
create index label_proposals_open on app.label_proposals (site_id, display_id, question_id) where state = 'proposed';

alter table app.label_proposals enable row level security;
alter table app.label_proposals force row level security;
create policy "the service reads" on app.label_proposals for select to feedback_owner using (true);
create policy "the service inserts" on app.label_proposals for insert to feedback_owner with check (true);
create policy "the service updates" on app.label_proposals for update to feedback_owner using (true);
create policy "the service deletes" on app.label_proposals for delete to feedback_owner using (true);

grant select on app.label_proposals to feedback_person, feedback_agent;
grant insert (site_id, display_id, question_id, tag_id, source, quote, is_example, created_by),
    update (state, decided_by, decided_at) on app.label_proposals to feedback_person;
grant insert (site_id, display_id, question_id, tag_id, quote, is_example, created_by)
    on app.label_proposals to feedback_agent;
create policy "members read" on app.label_proposals for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses read" on app.label_proposals for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
create policy "members propose" on app.label_proposals for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('viewer'))) and created_by = (select app.person_id())
        and source in ('person', 'method'));
create policy "readers of responses propose" on app.label_proposals for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('response:read')))
        and created_by = (select app.acting_person()));
create policy "editors decide" on app.label_proposals for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));

grant insert (site_id, name, definition, created_by) on app.tags to feedback_agent;
create policy "readers of responses propose tags" on app.tags for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('response:read')))
        and created_by = (select app.acting_person()));

create function app.limit_label_proposals() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_site uuid;
begin
    for v_site in select distinct a.site_id from added a loop
        -- Serializes concurrent proposers.
        perform from app.sites s where s.id = v_site for no key update;
        if (select count(*) from app.label_proposals l where l.site_id = v_site and l.state = 'proposed') > 5000 then
            raise exception 'A site has at most 5,000 proposed labels.' using errcode = 'FB409',
                hint = 'A person accepts or rejects proposals in the inbox.';
        end if;
    end loop;
    return null;
end $$;
create trigger label_proposals_are_limited after insert on app.label_proposals
    referencing new table as added for each statement execute function app.limit_label_proposals();

create function app.drop_stale_quotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    delete from app.label_proposals l
    where l.site_id = new.site_id and l.display_id = new.display_id and l.question_id = new.question_id
      and l.state = 'proposed' and position(l.quote in new.text) = 0;
    update app.label_proposals l set quote = null
    where l.site_id = new.site_id and l.display_id = new.display_id and l.question_id = new.question_id
      and position(l.quote in new.text) = 0;
    update app.text_tags g set quote = null, is_example = false
    where g.site_id = new.site_id and g.display_id = new.display_id and g.question_id = new.question_id
      and position(g.quote in new.text) = 0;
    return null;
end $$;
comment on function app.drop_stale_quotes is 'The visitor changed the text: quotes that it no longer contains are not kept.';
create trigger quotes_follow_the_text after update of text on app.text_answers
    for each row when (old.text <> new.text) execute function app.drop_stale_quotes();

reset role;
