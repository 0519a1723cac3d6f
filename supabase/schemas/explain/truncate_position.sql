create or replace function app.truncate_position(p_at double precision) returns numeric
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return trunc(p_at::numeric, 4);
end $$;
comment on function app.truncate_position is
    'A position in a sample as explanations show it: truncated, because a rounded one could equal the share that it is below.';
