create or replace function app.limit_proof_keys() returns trigger
language plpgsql set search_path = ''
as $$
begin
    perform from app.sites s where s.id = new.site_id for no key update;
    if (select count(*) from app.proof_keys k where k.site_id = new.site_id) > 2 then
        raise exception 'A site has at most 2 proof keys.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger a_site_has_at_most_2_proof_keys after insert on app.proof_keys
    for each row execute function app.limit_proof_keys();

create trigger proof_keys_need_presence after insert or update of kid, alg, sealed on app.proof_keys
    for each row execute function app.check_assurance('presence', 'createProofKey');
create trigger removing_proof_keys_needs_a_recent_sign_in after delete on app.proof_keys
    for each row execute function app.check_assurance('recent');
