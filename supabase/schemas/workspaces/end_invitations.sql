-- An open invitation ends when the person who created it stops being an owner, so that nobody comes back through their own.
create or replace function app.end_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    delete from app.invitations i
    where i.workspace_id = old.workspace_id and i.created_by = old.person_id and i.accepted_by is null;
    return null;
end $$;
comment on function app.end_invitations is 'Deletes the open invitations of a person who is no longer an owner.';
create trigger invitations_end_with_membership after delete on app.members
    for each row execute function app.end_invitations();
create trigger invitations_end_with_role after update of role on app.members
    for each row when (old.role = 'owner' and new.role <> 'owner') execute function app.end_invitations();

create trigger inviting_owners_needs_presence after insert or update of role, email, secret_hash on app.invitations
    for each row when (new.role = 'owner') execute function app.check_assurance('presence', 'invite');
create trigger inviting_needs_a_recent_sign_in after insert or update of role, email, secret_hash on app.invitations
    for each row execute function app.check_assurance('recent');
