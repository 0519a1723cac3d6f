create or replace function app.listed_displays(p_world integer, k app.portfolio_candidate, p_claim app.pending_claim, p_reason app.reason)
returns app.replayed_display[]
language plpgsql immutable set search_path = ''
as $$
begin
    return case when p_reason in ('displayed', 'budget', 'paced') then array[row(p_world, coalesce(k.place, 0), p_claim.due,
        app.group_hash(p_claim.facts -> 'traits', (k.c).per_group ->> 'trait'))::app.replayed_display] else '{}' end;
end $$;
comment on function app.listed_displays is
    'The display of a claim, or none. A display that only a budget denied counts too: whether that budget is used up is decided later, from the displays of all subjects.';
