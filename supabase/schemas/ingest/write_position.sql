create or replace function app.write_position(p_at double precision) returns text
language plpgsql immutable set search_path = ''
as $$
begin
    return to_char(trunc(p_at::numeric, 4), 'FM0.0000');
end $$;
comment on function app.write_position is
    'A position in a sample as explanations show it: truncated, because a rounded one could equal the share that it is below.';
