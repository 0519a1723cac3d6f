-- Sampled keys and values of properties and traits, as suggestions for those who may read responses. The work is bounded.
create or replace function app.describe_keys(p_documents jsonb[], p_keys integer, p_values integer, p_characters integer)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return (
        with pairs as materialized (
            select e.key, e.value from unnest(p_documents) d (document) cross join lateral jsonb_each(d.document) e
        ),
        keys as (
            select p.key, count(*) as documents, jsonb_agg(distinct jsonb_typeof(p.value)) as types
            from pairs p group by p.key order by documents desc, p.key limit p_keys
        ),
        counted as (
            select p.key, p.value, count(*) as documents,
                row_number() over (partition by p.key order by count(*) desc, p.value) as place
            from pairs p join keys k on k.key = p.key
            where coalesce(length(p.value #>> '{}'), 0) <= p_characters
            group by p.key, p.value
        )
        select coalesce(jsonb_agg(jsonb_build_object('key', k.key, 'types', k.types, 'documents', k.documents,
            'values', (
                select coalesce(jsonb_agg(jsonb_build_object('value', c.value, 'count', c.documents) order by c.place), '[]')
                from counted c where c.key = k.key and c.place <= p_values))
            order by k.documents desc, k.key), '[]')
        from keys k
    );
end $$;
comment on function app.describe_keys is 'The most frequent keys of flat objects, each with its types and its most frequent values.';

create or replace function app.sample_properties(
    p_site uuid, p_name text, p_sample integer, p_scan integer, p_keys integer, p_values integer, p_characters integer)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_oldest uuid := app.id_from(clock_timestamp() - interval '30 days');
    v_last timestamptz;
    v_below uuid;
    v_documents jsonb[];
begin
    perform app.require_response_access(p_site);
    -- No index starts with the name: scan the newest events, from when the name was last seen.
    select n.last_seen_at + interval '2 hours' into v_last from app.event_names n
    where n.site_id = p_site and n.name = p_name;
    v_last := coalesce(v_last, clock_timestamp() + interval '1 hour');
    v_below := app.mint_id(v_last);
    v_documents := array(
        select w.properties::jsonb || coalesce(w.verified::jsonb, '{}') from (
            select e.name, e.properties, e.verified, e.id from app.events e
            where e.site = v_site and e.id < v_below and e.id > v_oldest
            order by e.id desc limit p_scan) w
        where w.name = p_name
        order by w.id desc limit p_sample);
    return jsonb_build_object('looked_at', cardinality(v_documents),
        'keys', app.describe_keys(v_documents, p_keys, p_values, p_characters));
end $$;
comment on function app.sample_properties is
    'Properties of the newest events of a name: at most p_sample of them, among at most p_scan events of any name.';
grant execute on function app.sample_properties to feedback_agent, feedback_person;

create or replace function app.sample_traits(p_site uuid, p_sample integer, p_keys integer, p_values integer, p_characters integer)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    -- Visitors choose their ids, but not where the sample starts.
    v_from uuid := md5(p_site::text)::uuid;
    v_oldest timestamptz := clock_timestamp() - interval '90 days';
    v_visitors bigint;
    v_documents jsonb[];
begin
    perform app.require_response_access(p_site);
    -- Visitors past their retention may be many: they are excluded from the sample, but not from the scan's limit.
    select count(*), coalesce(array_agg(s.traits) filter (where s.last_seen_at >= v_oldest), '{}')
    into v_visitors, v_documents
    from (
        (select case when u.answer_traits is null then v.traits else app.with_answer_traits(u.answer_traits, v.traits, clock_timestamp()) end as traits,
                v.last_seen_at from app.visitors v
            join app.subjects u on u.site_id = v.site_id and u.id = v.subject_id
            where v.site_id = p_site and v.id >= v_from order by v.id limit p_sample + 1)
        union all
        (select case when u.answer_traits is null then v.traits else app.with_answer_traits(u.answer_traits, v.traits, clock_timestamp()) end as traits,
                v.last_seen_at from app.visitors v
            join app.subjects u on u.site_id = v.site_id and u.id = v.subject_id
            where v.site_id = p_site and v.id < v_from order by v.id limit p_sample + 1)
        limit p_sample + 1
    ) s;
    return jsonb_build_object('looked_at', least(cardinality(v_documents), p_sample),
        'sampled', v_visitors > p_sample,
        'keys', app.describe_keys(v_documents[:p_sample], p_keys, p_values, p_characters));
end $$;
comment on function app.sample_traits is
    'Traits of visitors: of all, or of p_sample visitors whose ids follow a start that the site determines.';
grant execute on function app.sample_traits to feedback_agent, feedback_person;
