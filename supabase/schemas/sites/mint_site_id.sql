create or replace function app.mint_site_id() returns text
language sql volatile set search_path = ''
as $$
    select 'site_' || string_agg(substr('0123456789abcdefghijklmnopqrstuvwxyz', 1 + get_byte(r.bytes, i) % 36, 1), '')
    from (select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes) r,
        generate_series(0, 11) i
$$;
comment on function app.mint_site_id is 'A public site ID: site_ and 12 random digits or letters.';
grant execute on function app.mint_site_id to feedback_agent, feedback_person;
