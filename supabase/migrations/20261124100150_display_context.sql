-- Where a prompt was displayed: results are filtered by it, and conditions of destinations compare it.
set role feedback_owner;

alter table app.displays add column context jsonb;
alter table app.responses add column context jsonb;
comment on column app.displays.context is
    'Path, device and language where it was reserved; `language` holds the tag and its fallbacks, in lower case. Null when unknown, as of displays from before it was stored.';
comment on column app.responses.context is 'The context of the display.';

create function app.keep_context(p_context jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return nullif(jsonb_strip_nulls(jsonb_build_object('path', p_context -> 'path', 'device', p_context -> 'device',
        'language', nullif(app.language_ranges(p_context #>> '{languages,0}'), '[]'))), '{}');
end $$;
comment on function app.keep_context is 'What a display keeps of the context that the SDK sent; null for nothing.';

reset role;
