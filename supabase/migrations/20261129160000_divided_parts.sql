set role feedback_owner;

-- Parts with very many rows have smaller parts within them, so that a period which begins or ends inside a day reads those
-- instead of the rows. The first of them begins when the whole does, so the end is part of the key.
alter table app.filtered_parts
    drop constraint filtered_parts_site_id_prompt_id_from_at_fkey,
    drop constraint filtered_parts_pkey,
    add column to_at timestamptz;

update app.filtered_parts f set to_at = k.to_at
from app.result_parts k
where k.site_id = f.site_id and k.prompt_id = f.prompt_id and k.from_at = f.from_at;

alter table app.result_parts
    drop constraint result_parts_pkey,
    add constraint result_parts_pkey primary key (site_id, prompt_id, from_at, to_at);
comment on table app.result_parts is 'Figures of the displays and responses of a prompt in a day, in an hour of a day that has not ended, or in a piece of a part with very many of them. Deleted when a row of that time changes.';

alter table app.filtered_parts
    alter column to_at set not null,
    add constraint filtered_parts_pkey primary key (site_id, prompt_id, from_at, to_at, filter),
    add constraint filtered_parts_site_id_prompt_id_from_at_to_at_fkey foreign key (site_id, prompt_id, from_at, to_at)
        references app.result_parts (site_id, prompt_id, from_at, to_at) on delete cascade;

-- What was counted before this migration stays; its pieces are counted next.
insert into app.result_parts (site_id, prompt_id, from_at, to_at, day, zone)
select k.site_id, k.prompt_id, h.at, least(h.at + interval '1 hour', k.to_at), k.day, k.zone
from app.result_parts k
cross join lateral generate_series(k.from_at, k.to_at - interval '1 second', interval '1 hour') h (at)
where k.size > 5000 and k.to_at > k.from_at + interval '2 hours';

reset role;
