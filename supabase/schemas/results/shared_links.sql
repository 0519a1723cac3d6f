create or replace function app.check_new_result_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
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

create trigger links_to_words_need_presence after insert on app.result_links
    for each row when (new.words) execute function app.check_assurance('presence', 'createResultLink', 'exporting');
create trigger links_to_results_need_a_recent_sign_in after insert on app.result_links
    for each row execute function app.check_assurance('recent');

create or replace function app.keep_result_link_revoked() returns trigger
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

create or replace function app.end_result_links() returns trigger
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

create or replace function app.open_result_link(p_hash bytea, p_now timestamptz) returns jsonb
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
