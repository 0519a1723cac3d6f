-- Settings that decide whose events and identities count, what is deleted, and what leaves the service.
create trigger protected_settings_need_presence after update of settings on app.sites
    for each row when (
        old.settings -> 'origins' is distinct from new.settings -> 'origins'
        or old.settings -> 'identity_proofs' is distinct from new.settings -> 'identity_proofs'
        or old.settings -> 'presence' is distinct from new.settings -> 'presence'
        or old.settings -> 'retention' is distinct from new.settings -> 'retention'
        or old.settings -> 'ask_in_words' is distinct from new.settings -> 'ask_in_words')
    execute function app.check_assurance('presence', 'updateSettings');
