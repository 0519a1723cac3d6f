-- Links that let people without an account read the results of one prompt. Only a hash of the token is stored. A link
-- shows at most what its creator may see, and ends with their membership.
set role feedback_owner;

create table app.result_links (
    site_id uuid not null,
    prompt_id uuid not null,
    id uuid not null,
    name text not null,
    prefix text not null,
    hash bytea not null,
    filter jsonb not null,
    words boolean not null,
    created_by uuid not null,
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    revoked_at timestamptz,
    last_used_at timestamptz,
    primary key (site_id, id),
    foreign key (site_id, prompt_id) references app.prompts on delete cascade,
    constraint result_link_name_has_1_to_60_characters check (length(name) between 1 and 60),
    constraint prefix_has_8_characters check (prefix ~ '^fbl_[A-Za-z0-9_-]{4}$'),
    constraint hash_has_32_bytes check (length(hash) = 32),
    constraint filter_is_an_object check (jsonb_typeof(filter) = 'object'),
    constraint result_link_expires_within_90_days check (expires_at <= created_at + interval '90 days 1 minute')
);
create index result_links_hash on app.result_links (hash);
create index result_links_prompt on app.result_links (site_id, prompt_id, id);
comment on table app.result_links is 'Read-only links to the results of a prompt.';
comment on column app.result_links.hash is 'SHA-256 of the keyed hash of the token, as in app.tokens.';
comment on column app.result_links.prefix is 'The first characters of the token, by which people recognize it.';
comment on column app.result_links.filter is 'What the link shows, as filterSchema of the contract; {} is everything. It never changes.';
comment on column app.result_links.words is 'Whether it also shows what visitors wrote.';
comment on column app.result_links.last_used_at is 'Accurate to the hour.';

alter table app.result_links enable row level security;
alter table app.result_links force row level security;
create policy "the service reads" on app.result_links for select to feedback_owner using (true);
create policy "the service inserts" on app.result_links for insert to feedback_owner with check (true);
create policy "the service updates" on app.result_links for update to feedback_owner using (true);
create policy "the service deletes" on app.result_links for delete to feedback_owner using (true);

-- Everything but the hash.
grant select (site_id, prompt_id, id, name, prefix, filter, words, created_by, created_at, expires_at, revoked_at, last_used_at)
    on app.result_links to feedback_person, feedback_agent;
create policy "readers of responses see links to results" on app.result_links for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
create policy "members see links to results" on app.result_links for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
grant insert (site_id, prompt_id, id, name, prefix, hash, filter, words, created_by, expires_at)
    on app.result_links to feedback_person;
create policy "editors share figures, and owners words" on app.result_links for insert to feedback_person
    with check (created_by = (select app.person_id())
        and site_id = any(array(select app.sites_for(case when words then 'owner' else 'editor' end))));
grant update (revoked_at) on app.result_links to feedback_person;
create policy "editors revoke links to results" on app.result_links for update to feedback_person
    using (site_id = any(array(select app.sites_for('editor'))));

create function app.check_new_result_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if new.words and app.person_id() is not null then
        perform app.require_recent_sign_in();
    end if;
    -- Serializes concurrent creators.
    perform from app.prompts p where p.site_id = new.site_id and p.id = new.prompt_id for no key update;
    if (select count(*) from app.result_links l where l.site_id = new.site_id and l.prompt_id = new.prompt_id
            and l.revoked_at is null and l.expires_at > clock_timestamp()) > 20 then
        raise exception 'A prompt has at most 20 live links to its results.' using errcode = 'FB409', hint = 'Revoke links that nobody needs.';
    end if;
    return null;
end $$;
create trigger result_links_are_limited after insert on app.result_links
    for each row execute function app.check_new_result_link();

create function app.keep_result_link_revoked() returns trigger
language plpgsql set search_path = ''
as $$
begin
    if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
        raise exception 'A revoked link stays revoked.' using errcode = 'FB409';
    end if;
    return new;
end $$;
create trigger revoked_result_links_stay_revoked before update of revoked_at on app.result_links
    for each row execute function app.keep_result_link_revoked();

create function app.end_result_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_role constant text := case when tg_op = 'UPDATE' then new.role end;
begin
    update app.result_links l set revoked_at = clock_timestamp() from app.sites s
    where s.workspace_id = old.workspace_id and l.site_id = s.id and l.created_by = old.person_id and l.revoked_at is null
      and (v_role is null or v_role <> all(app.roles_at_least(case when l.words then 'owner' else 'editor' end)));
    return null;
end $$;
comment on function app.end_result_links is 'Revokes the links of a person who lost the role that was needed to create them.';
create trigger links_to_results_end_with_membership after delete on app.members
    for each row execute function app.end_result_links();
create trigger links_to_results_end_with_role after update of role on app.members
    for each row when (old.role <> new.role) execute function app.end_result_links();

create function app.open_result_link(p_hash bytea, p_now timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    l app.result_links;
begin
    select * into l from app.result_links k where k.hash = p_hash;
    if not found or exists (select from app.sites s where s.id = l.site_id and s.closed_at is not null)
        or exists (select from app.deletions d where d.target_id = l.prompt_id and d.undone_at is null and d.finished_at is null) then
        return null;
    elsif l.revoked_at is not null then
        return '{"ended": "revoked"}';
    elsif l.expires_at <= p_now then
        return jsonb_build_object('ended', 'expired', 'expires_at', l.expires_at);
    end if;
    if l.last_used_at is null or l.last_used_at < p_now - interval '1 hour' then
        update app.result_links k set last_used_at = p_now where k.site_id = l.site_id and k.id = l.id;
    end if;
    return jsonb_build_object('site', l.site_id, 'prompt', l.prompt_id, 'name', l.name, 'filter', l.filter, 'words', l.words,
        'person', l.created_by, 'expires_at', l.expires_at);
end $$;
comment on function app.open_result_link is
    'What a link shows, whose permissions it uses, and why it ended; null for an unknown link. Records that it was used.';
grant execute on function app.open_result_link to feedback_manage;

reset role;
