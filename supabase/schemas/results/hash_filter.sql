create or replace function app.hash_filter(p_filter jsonb) returns bytea
language sql immutable set search_path = ''
as $$ select sha256(convert_to(p_filter::text, 'UTF8')) $$;
comment on function app.hash_filter is 'The key of a filter in app.filtered_parts.';
grant execute on function app.hash_filter to feedback_agent, feedback_person;
