create or replace function app.keep_context(p_context jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return nullif(jsonb_strip_nulls(jsonb_build_object('path', p_context -> 'path', 'device', p_context -> 'device',
        'language', nullif(app.language_ranges(p_context #>> '{languages,0}'), '[]'))), '{}');
end $$;
comment on function app.keep_context is 'What a display keeps of the context that the SDK sent; null for nothing.';
