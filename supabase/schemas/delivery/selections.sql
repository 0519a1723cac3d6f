create or replace function app.describe_selection(p_site uuid, p_selection jsonb, p_prompts uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
    select p_selection - array['responses', 'person', 'issue'] || jsonb_build_object(
        'by', (select app.name_of(m.person_id, m.email) from app.sites s join app.members m on m.workspace_id = s.workspace_id
            where s.id = p_site and m.person_id = (p_selection ->> 'person')::uuid),
        'responses', f.found)
    from (
        select jsonb_agg(jsonb_build_object('id', r.display_id, 'name', v.content ->> 'name', 'answers', r.answers,
            'questions', app.apply_variant(v.content, r.variant) -> 'questions', 'at', app.format_instant(r.created_at)) order by l.place) as found
        from jsonb_array_elements_text(p_selection -> 'responses') with ordinality l (id, place)
        join app.responses r on r.site_id = p_site and r.display_id = l.id::uuid
        join app.revisions v on v.site_id = r.site_id and v.prompt_id = r.prompt_id and v.number = r.revision
        where p_prompts is null or r.prompt_id = any(p_prompts)) f
    where f.found is not null
$$;
comment on function app.describe_selection is
    'The responses that a person sends, as they are now, with their sender: only those of the given prompts. Null if none is left.';
grant execute on function app.describe_selection to feedback_person;

create or replace function app.send_selection(p_site uuid, p_destination uuid, p_selection jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_message uuid := app.mint_id();
    v_words boolean := coalesce((p_selection ->> 'words')::boolean, true);
    v_kind text;
    v_selection jsonb := p_selection || jsonb_build_object('person', app.person_id());
begin
    perform app.require_role(p_site, case when v_words then 'owner' else 'editor' end);
    perform app.require_assurance(case when v_words then 'presence' else 'recent' end, 'sendResponses', p_site, 'exporting');
    perform app.require_destination(p_site, p_destination);
    -- Serializes senders, who are counted below.
    perform app.make_destination_due(p_site, p_destination);
    select d.kind into v_kind from app.destinations d where d.site_id = p_site and d.id = p_destination;
    if v_kind = 'webhook' then
        raise exception 'A webhook receives events, not messages for people.'
            using errcode = 'FB409', hint = 'Choose a destination for people.';
    end if;
    perform app.require_recipient(p_site, p_destination);
    if p_selection ? 'issue' and not exists (select from app.issues i where i.site_id = p_site
        and i.destination_id = p_destination and i.id = (p_selection ->> 'issue')::uuid)
    then
        raise exception 'The destination created no such issue.' using errcode = 'FB404';
    end if;
    if (select count(*) from app.outbox o where o.site_id = p_site and o.id >= app.id_from(now() - interval '1 hour')
            and o.type = 'selection' and o.destination_id = p_destination) >= 30 then
        raise exception 'The destination received 30 messages from members within an hour; try again later.' using errcode = 'FB429';
    end if;
    insert into app.outbox (site_id, id, type, destination_id, pending, detail)
    values (p_site, v_message, 'selection', p_destination, false, v_selection);
    insert into app.deliveries (site_id, destination_id, message_id, type, created_at, next_at)
    values (p_site, p_destination, v_message, 'selection', now(), now());
    return v_message;
end $$;
comment on function app.send_selection is
    'Writes a message with responses that a person chose for one destination, and its delivery. Keeps the IDs of the responses, not their answers. Raises FB403, FB404, FB409, FB412, FB428 and FB429.';
grant execute on function app.send_selection to feedback_person;
