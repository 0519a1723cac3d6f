-- Limits by account: senders change their address, so limits by sender do not protect the account.
create or replace function identity.count_guess(p_email text, p_browser bytea, out retry_after integer, out is_first boolean)
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_key constant bytea := app.target_key(lower(p_email));
begin
    -- A browser that signed in with the address before has separate limits, which nobody else can use up.
    if p_browser is not null then
        select c.retry_after, c.is_first into retry_after, is_first from app.count_against(
            'guessOfBrowser', app.target_key(lower(p_email), encode(p_browser, 'hex')), clock_timestamp()) c;
        return;
    end if;
    select c.retry_after, c.is_first into retry_after, is_first from app.count_against('guess', v_key, clock_timestamp()) c;
    if retry_after is null then
        select c.retry_after, c.is_first into retry_after, is_first
        from app.count_against('guessInMonth', v_key, clock_timestamp()) c;
    end if;
end $$;
comment on function identity.count_guess is
    'Counts a code or password entered for an address, before it is checked. With p_browser, the browser signed in with the address before. `is_first`: the first that is refused.';
grant execute on function identity.count_guess to feedback_identity;

create or replace function identity.give_back_guess(p_email text, p_browser bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    if p_browser is not null then
        perform app.give_back_attempt('guessOfBrowser', app.target_key(lower(p_email), encode(p_browser, 'hex')));
    else
        perform app.give_back_attempt('guess', app.target_key(lower(p_email)));
        perform app.give_back_attempt('guessInMonth', app.target_key(lower(p_email)));
    end if;
end $$;
comment on function identity.give_back_guess is 'Only wrong guesses count.';
grant execute on function identity.give_back_guess to feedback_identity;

create or replace function identity.may_guess(p_email text, p_browser bytea) returns boolean
language sql stable security definer set search_path = ''
as $$
    select case when p_browser is not null
        then app.find_wait('guessOfBrowser', app.target_key(lower(p_email), encode(p_browser, 'hex')), clock_timestamp()) is null
        else app.find_wait('guess', app.target_key(lower(p_email)), clock_timestamp()) is null
            and app.find_wait('guessInMonth', app.target_key(lower(p_email)), clock_timestamp()) is null end
$$;
comment on function identity.may_guess is 'Whether a code for this address could be entered now.';
grant execute on function identity.may_guess to feedback_identity;

create or replace function identity.may_mail(p_email text, p_asker text, p_address text, p_known boolean) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_to constant text := app.mailbox_of(p_email);
    v_now constant timestamptz := clock_timestamp();
    v_address constant inet := nullif(p_address, '')::inet;
    v_is_v4 constant boolean := family(v_address) = 4;
begin
    -- The asker first: what one asks too often counts for nobody else.
    if (app.count_against('mailOfBrowser', app.target_key(v_to, p_asker), v_now)).retry_after is not null then
        return false;
    elsif p_known then
        return true;
    elsif v_address is not null and (
        (app.count_against('mailOfAddress', app.target_key(v_to,
            network(set_masklen(v_address, case when v_is_v4 then 32 else 64 end))::text), v_now)).retry_after is not null
        or (app.count_against('mailOfNetwork', app.target_key(v_to,
            network(set_masklen(v_address, case when v_is_v4 then 24 else 48 end))::text), v_now)).retry_after is not null)
    then
        return false;
    end if;
    return (app.count_against('mail', app.target_key(v_to), v_now)).retry_after is null;
end $$;
comment on function identity.may_mail is
    'Counts a sign-in message to an address; false beyond a limit of the asker, its network or all unknown askers. p_known: the browser signed in with the address before.';
grant execute on function identity.may_mail to feedback_identity;

create or replace function identity.may_mail_for(p_email text, p_person uuid) returns boolean
language sql volatile security definer set search_path = ''
as $$
    -- The person first, so that who sends too many uses up nothing of others.
    select (app.count_against('mailOfPerson', app.target_key(app.mailbox_of(p_email), p_person::text), clock_timestamp()))
            .retry_after is null
        and (app.count_against('invitationMail', app.target_key(app.mailbox_of(p_email)), clock_timestamp())).retry_after is null
$$;
comment on function identity.may_mail_for is
    'Counts a message that a person has sent to an address; false beyond their limit, or that of all people.';
grant execute on function identity.may_mail_for to feedback_identity;
