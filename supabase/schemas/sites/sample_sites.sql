create or replace function app.fill_sample_site(p_site uuid, p_prompts jsonb, p_visits jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_claims text := current_setting('request.jwt.claims', true);
    v_prompt record;
    v_visits jsonb;
    v_visit record;
begin
    perform from app.sites s where s.id = p_site and s.sample and (
        s.id = any(array(select app.sites_for('editor'))) or s.id = any(array(select app.connected_sites())))
    for no key update;
    if not found or exists (select from app.prompts p where p.site_id = p_site) then
        raise exception 'Only a new sample site can be filled.' using errcode = 'FB403';
    end if;
    -- What follows is done by the service, not by the caller: these prompts are published without an approval or a passkey.
    perform set_config('request.jwt.claims', '', true);
    for v_prompt in
        select c.* from jsonb_array_elements(p_prompts) p (content), app.create_prompt(p_site, p.content) c
    loop
        perform app.publish(p_site, v_prompt.prompt_id, v_prompt.number, v_prompt.sha256);
    end loop;
    select jsonb_agg(v || jsonb_build_object('prompt', p.id, 'visitor', gen_random_uuid(), 'session', app.mint_id(t.at),
        'display', app.mint_id(t.at), 'origin', app.mint_id(t.at)) order by t.at)
    into v_visits
    from jsonb_array_elements(p_visits) v
    cross join lateral (select (v ->> 'at')::timestamptz as at) t
    join app.prompts p on p.site_id = p_site and p.survey_id = v ->> 'survey_id';
    -- As if they had been live since the first visit.
    update app.publications l set at = (v_visits #>> '{0,at}')::timestamptz where l.site_id = p_site;
    perform app.insert_sample_visits(p_site, v_visits);
    for v_visit in
        select * from jsonb_to_recordset(v_visits)
            as v (at timestamptz, visitor uuid, session uuid, context jsonb, event text, properties jsonb)
        -- There are partitions for the last days only, and creating one would wait for the events of other sites.
        where (v.at at time zone 'UTC')::date in (select d.day from app.list_days() d)
    loop
        perform app.record(
            jsonb_build_object('site', p_site, 'visitor', v_visit.visitor, 'session', v_visit.session, 'now', v_visit.at,
                'context', v_visit.context, 'device', '[]'::jsonb, 'bot', false, 'address', null, 'identify', null),
            jsonb_build_array(jsonb_build_object('id', app.mint_id(v_visit.at), 'name', v_visit.event,
                'properties', v_visit.properties, 'session', v_visit.session)));
    end loop;
    perform set_config('request.jwt.claims', v_claims, true);
end $$;
comment on function app.fill_sample_site is
    'Publishes the prompts at a new sample site, and inserts what made-up visitors saw and answered. Each visit has its own account; without answers, it dismissed its prompt.';
grant execute on function app.fill_sample_site to feedback_agent, feedback_person;

create or replace function app.insert_sample_visits(p_site uuid, p_visits jsonb) returns void
language sql volatile set search_path = ''
as $$
    with visits as materialized (
        select v.*, app.keep_context(v.context) as kept, v.at + interval '20 seconds' as answered_at
        from jsonb_to_recordset(p_visits) as v (at timestamptz, prompt uuid, visitor uuid, session uuid, display uuid,
            origin uuid, account text, traits jsonb, context jsonb, answers jsonb)
    ),
    subjects as (
        insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
        select p_site, v.visitor, v.account, v.visitor, v.at, v.at from visits v
    ),
    visitors as (
        insert into app.visitors (site_id, id, subject_id, traits, first_seen_at, last_seen_at)
        select p_site, v.visitor, v.visitor, v.traits, v.at, v.at from visits v
    ),
    displays as (
        insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin, state,
            traits, context, reserved_at, displayed_at, answered_at, dismissed_at)
        select p_site, v.display, v.visitor, v.visitor, v.session, v.prompt, 1, v.origin,
            case when v.answers is null then 'dismissed' else 'answered' end, v.traits, v.kept, v.at, v.at,
            case when v.answers is not null then v.answered_at end,
            case when v.answers is null then v.at + interval '5 seconds' end
        from visits v
    )
    insert into app.responses (site_id, display_id, prompt_id, revision, subject_id, visitor_id, seq, final, answers,
        traits, context, created_at, updated_at)
    select p_site, v.display, v.prompt, 1, v.visitor, v.visitor, 1, true, v.answers, v.traits, v.kept, v.answered_at,
        v.answered_at
    from visits v where v.answers is not null
$$;
comment on function app.insert_sample_visits is
    'Inserts visitors, displays and responses in one statement, as the functions that the SDK reaches would, one after another.';

create or replace function app.remove_sample_site(p_workspace uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_claims text := current_setting('request.jwt.claims', true);
    v_site uuid;
    v_piece record;
begin
    select s.id into v_site from app.sites s
    where s.workspace_id = p_workspace and s.sample and s.id = any(array(select app.sites_for('editor'))) for update;
    if not found then
        raise exception 'The workspace has no sample data.' using errcode = 'FB404';
    end if;
    -- Deleting what people answered needs a recent sign-in, but nobody answered this.
    perform set_config('request.jwt.claims', '', true);
    loop
        select * into v_piece from app.delete_piece_of_site(v_site, 10000);
        exit when v_piece.relation = 'app.sites';
    end loop;
    perform set_config('request.jwt.claims', v_claims, true);
end $$;
comment on function app.remove_sample_site is 'Deletes the sample site of a workspace with everything in it. It is small, because nothing from outside reaches it.';
grant execute on function app.remove_sample_site to feedback_person;

create or replace function app.keep_sample_inside() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if exists (select from app.sites s where s.id = new.site_id and s.sample) then
        raise exception 'Sample data has no keys, destinations and shared links: nothing reaches it, and it reaches nobody.'
            using errcode = 'FB409';
    end if;
    return new;
end $$;
create trigger a_sample_site_has_no_site_keys before insert on app.site_keys
    for each row execute function app.keep_sample_inside();
create trigger a_sample_site_has_no_proof_keys before insert on app.proof_keys
    for each row execute function app.keep_sample_inside();
create trigger a_sample_site_has_no_destinations before insert on app.destinations
    for each row execute function app.keep_sample_inside();
create trigger a_sample_site_requests_no_destinations before insert on app.destination_requests
    for each row execute function app.keep_sample_inside();
create trigger a_sample_site_has_no_shared_links before insert on app.result_links
    for each row execute function app.keep_sample_inside();
