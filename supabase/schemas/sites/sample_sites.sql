create or replace function app.fill_sample_site(p_site uuid, p_prompts jsonb, p_visits jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_claims text := current_setting('request.jwt.claims', true);
    v_prompt record;
    v_visit record;
    v_context jsonb;
    v_display uuid;
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
    -- As if they had been live since the first visit.
    update app.publications l set at = (select min((v ->> 'at')::timestamptz) from jsonb_array_elements(p_visits) v)
    where l.site_id = p_site;
    for v_visit in
        select * from jsonb_to_recordset(p_visits) as v (at timestamptz, survey_id text, account text, traits jsonb,
            context jsonb, event text, properties jsonb, answers jsonb)
        order by at
    loop
        v_context := jsonb_build_object('site', p_site, 'visitor', gen_random_uuid(), 'session', app.mint_id(v_visit.at),
            'now', v_visit.at, 'context', v_visit.context, 'device', '[]'::jsonb, 'bot', false, 'address', null,
            'identify', jsonb_build_object('account', v_visit.account, 'traits', v_visit.traits, 'verified', false));
        -- There are partitions for the last days only, and creating one would wait for the events of other sites.
        if exists (select from app.list_days() d where d.day = (v_visit.at at time zone 'UTC')::date) then
            perform app.record(v_context, jsonb_build_array(jsonb_build_object('id', app.mint_id(v_visit.at),
                'name', v_visit.event, 'properties', v_visit.properties, 'session', v_context -> 'session')));
        end if;
        v_display := app.mint_id(v_visit.at);
        perform app.show(v_context, app.mint_id(v_visit.at), v_visit.survey_id, v_display);
        perform app.set_display_state(p_site, v_display, 'displayed', null, v_visit.at);
        if v_visit.answers is null then
            perform app.set_display_state(p_site, v_display, 'dismissed', null, v_visit.at + interval '5 seconds');
        else
            perform app.store_answers(p_site, v_display, 1, true, v_visit.answers, v_visit.at + interval '20 seconds');
        end if;
    end loop;
    perform set_config('request.jwt.claims', v_claims, true);
end $$;
comment on function app.fill_sample_site is
    'Publishes the prompts at a new sample site, and lets made-up visitors see and answer them, by the functions that the SDK reaches. Each visit has its own account; without answers, it dismisses its prompt.';
grant execute on function app.fill_sample_site to feedback_agent, feedback_person;

create or replace function app.remove_sample_site(p_workspace uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_site uuid;
    v_piece record;
begin
    select s.id into v_site from app.sites s
    where s.workspace_id = p_workspace and s.sample and s.id = any(array(select app.sites_for('editor'))) for update;
    if not found then
        raise exception 'The workspace has no sample data.' using errcode = 'FB404';
    end if;
    loop
        select * into v_piece from app.delete_piece_of_site(v_site, 10000);
        exit when v_piece.relation = 'app.sites';
    end loop;
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
