create or replace function app.limit_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- Serializes concurrent creators.
    perform from app.sites s where s.id = new.site_id for no key update;
    if (select count(*) from app.tags a where a.site_id = new.site_id and a.state = 'accepted') > 500 then
        raise exception 'A site has at most 500 tags.' using errcode = 'FB409', hint = 'Delete tags that nobody uses.';
    end if;
    if (select count(*) from app.tags a where a.site_id = new.site_id and a.state = 'proposed') > 50 then
        raise exception 'A site has at most 50 proposed tags.' using errcode = 'FB409',
            hint = 'A person accepts or rejects proposals in the inbox.';
    end if;
    return null;
end $$;
create trigger tags_are_limited after insert or update of state on app.tags for each row execute function app.limit_tags();

create or replace function app.limit_text_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    perform from app.text_answers t where t.site_id = new.site_id and t.display_id = new.display_id
        and t.question_id = new.question_id for no key update;
    if (select count(*) from app.text_tags g where g.site_id = new.site_id and g.display_id = new.display_id
            and g.question_id = new.question_id) > 20 then
        raise exception 'A text answer has at most 20 tags.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger tags_of_an_answer_are_limited after insert on app.text_tags
    for each row execute function app.limit_text_tags();

create or replace function app.limit_text_notes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    perform from app.text_answers t where t.site_id = new.site_id and t.display_id = new.display_id
        and t.question_id = new.question_id for no key update;
    if (select count(*) from app.text_notes n where n.site_id = new.site_id and n.display_id = new.display_id
            and n.question_id = new.question_id) > 100 then
        raise exception 'A text answer has at most 100 notes.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger notes_of_an_answer_are_limited after insert on app.text_notes
    for each row execute function app.limit_text_notes();
