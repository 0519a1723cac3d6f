create or replace function app.limit_label_proposals() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_site uuid;
begin
    for v_site in select distinct a.site_id from added a loop
        -- Serializes concurrent proposers.
        perform from app.sites s where s.id = v_site for no key update;
        if (select count(*) from app.label_proposals l where l.site_id = v_site and l.state = 'proposed') > 5000 then
            raise exception 'A site has at most 5,000 proposed labels.' using errcode = 'FB409',
                hint = 'A person accepts or rejects proposals in the inbox.';
        end if;
    end loop;
    return null;
end $$;
create trigger label_proposals_are_limited after insert on app.label_proposals
    referencing new table as added for each statement execute function app.limit_label_proposals();

create or replace function app.drop_stale_quotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    delete from app.label_proposals l
    where l.site_id = new.site_id and l.display_id = new.display_id and l.question_id = new.question_id
      and l.state = 'proposed' and position(l.quote in new.text) = 0;
    update app.label_proposals l set quote = null
    where l.site_id = new.site_id and l.display_id = new.display_id and l.question_id = new.question_id
      and position(l.quote in new.text) = 0;
    update app.text_tags g set quote = null, is_example = false
    where g.site_id = new.site_id and g.display_id = new.display_id and g.question_id = new.question_id
      and position(g.quote in new.text) = 0;
    return null;
end $$;
comment on function app.drop_stale_quotes is 'The visitor changed the text: quotes that it no longer contains are not kept.';
create trigger quotes_follow_the_text after update of text on app.text_answers
    for each row when (old.text <> new.text) execute function app.drop_stale_quotes();
