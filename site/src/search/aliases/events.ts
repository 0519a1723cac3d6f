/** Aliases of the pages about visitors and events; `all.ts` explains what an alias is. */
export const eventsAliases: Record<string, string> = {
	'/events/backend/#_top':
		'server-side events, track from the server, rest api for events, node sdk, cron job, stripe webhook, queue worker, server side tracking, track from backend, trigger a survey from the server, webhook from stripe triggers survey, send events by api, ingest api, python backend, django backend, laravel backend, send events from a backend, server side event, from the api, from a job, after a webhook of stripe, shipment delivered, ticket closed, without the browser',
	'/events/backend/#create-a-site-key':
		'secret key, server key, api key for the backend, write key, fbs_, backend api key, server token, where do I get the key, how many keys, last used',
	'/events/backend/#report-an-event-with-the-helper':
		'node sdk server, createServer, bun, deno, cloudflare worker, edge function, express, nestjs, batch of events, await event on the server',
	'/events/backend/#trigger-a-prompt-with-a-backend-event':
		'backend event does not show a survey, server event triggers popup, source backend, waiting reason, show later when the user returns, survey after something on the server, when the customer comes back',
	'/events/backend/#audience-of-a-backend-event':
		'targeting with server events, no page on the server, device condition, traits from the server, identify from backend, set attributes server side, update user attributes from my server, create contact via api, set attributes from server, update contact by api',
	'/events/backend/#report-over-http':
		'curl, php, python, ruby, go, java, http api, post request, curl example, post json, python requests, php guzzle, go http, bulk events, unauthenticated, rejected item, without sdk, http tracking api, rest, create a contact by api, set attributes by http',
	'/events/backend/#who-sees-the-prompt':
		'which browser, deliver to the right user, which device, wrong person sees it, several browsers, stranger, identity proofs required',
	'/events/capture/#_top':
		'register events, define events first, event schema, unknown events, do I have to create the event first, create an action in the dashboard, define before sending, auto create',
	'/events/capture/#see-new-events-in-the-dashboard':
		'list of tracked actions, new event does not appear, event missing in the list, event not listed, 500 names, too many event names, where are my events',
	'/events/capture/#capture-registered-events-only':
		'whitelist of actions, allow list, block unknown events, filter noise, ignore events, not_captured, ignore unknown events, block junk events, spam events, restrict event names, lock down, allowlist, only collect events we registered',
	'/events/capture/#when-to-choose-registered-events-only':
		'should I restrict events, user generated pages, privacy policy list of events, default mode',
	'/events/naming/#_top':
		'track an event, track a click, what is an event, custom events, actions, user actions, tracking plan, action classes, custom event, what should I track, which events to send, event based trigger, custom event support, how do I track custom events',
	'/events/naming/#event-name-rules-allowed-characters-and-length':
		'valid names, spaces, uppercase, regex, maximum length, special characters, allowed event names, slash in event name, dot, dash, colon, umlaut, emoji, case sensitive, capital letters, name too long, numbers, invalid name',
	'/events/naming/#naming-convention':
		'snake case, camel case, object action, taxonomy, good event names, best practice, snake_case, consistent names, rename an event',
	'/events/naming/#report-the-fact-once':
		'where to call it, how many times, duplicates, where in the code, how often to call, who decides whom to ask, in the click handler, event fires twice, counted several times, duplicate calls',
	'/events/naming/#clicks-and-page-views-are-not-tracked-automatically':
		'autocapture, no-code triggers, css selector, url change, route change, spa navigation, scroll depth, exit intent, page load trigger, page view trigger, url trigger, trigger on page load, when a user visits a page, spa route change, react router, next router, history pushState, single page application navigation, hash change, mouse leaves window, scroll percentage, scrolls half of the page, time on page, click on an element, css selector trigger, inner text, no-code action, $pageview, automatic events, element visible, regex on the url as trigger, url change not noticed, page changes in a single page application, survey only after hard refresh, hash based routing, react-router navigation, element selector, scroll depth trigger, 50 percent scroll, no-code actions, single page app navigation, pushState, route changes, disable autocapture, only my own events, does it track spa page views, page load, no-code trigger, rage click, button click without code',
	'/events/naming/#ask-when-the-visitor-is-idle':
		'idle, inactivity, inactive for some seconds, idle timer, no mouse movement, user does nothing, idle trigger, stuck on a page',
	'/events/naming/#typed-event-names-in-typescript':
		'type safe events, autocomplete of event names, union type, generics, module augmentation, declare module, wrapper function, typed properties, compile time check, tracking plan in typescript',
	'/events/proofs/#_top':
		'signed events, jwt, hmac, verified, tamper-proof, server-side signature, nobody can fake it, signed event, trusted data, verify that a purchase happened, tamper proof, hmac signature of an event, anti fraud',
	'/events/proofs/#when-you-need-verified-properties':
		'do I need signing, is it necessary, when to sign, trusted purchase, is it optional',
	'/events/proofs/#how-a-proof-is-used':
		'flow of a signed event, pass the token to the browser, round trip, sequence, example of signing',
	'/events/proofs/#sign-an-event-in-your-backend':
		'server signs, secret key, proof key, create a key, where do I get the secret, sign jwt, sign an event on my backend so it can be trusted, make sure that a purchase event is real',
	'/events/proofs/#with-the-helper-of-the-sdk-package':
		'node helper, signEvent, express example, next route handler, server import, typescript signing',
	'/events/proofs/#in-other-languages-without-a-library':
		'php, python, ruby, go, java, c#, .net, elixir, rails, django, laravel, sign in python, php hmac, ruby jwt, go hmac, rust, without node, manual signing, jwt library',
	'/events/proofs/#what-a-proof-contains':
		'jwt claims, header, algorithm, payload format, claims, aud, jti, iat, exp, kid, typ evp+jwt, HS256, EdDSA, ed25519, jws format, uuidv7',
	'/events/proofs/#lifetime-of-a-proof':
		'expiry, ttl, replay attack, used twice, expired token, clock skew, reuse a token, how long is it valid, replay',
	'/events/proofs/#when-a-proof-is-invalid-or-expired':
		'signature rejected, verification failed, wrong signature, invalid signature, expired signature, unverified, proof does not count, wrong kid, verification error, clock differs',
	'/events/proofs/#rotate-proof-keys':
		'key rotation, leaked secret, roll the signing key, compromised, change the signing secret, old key, key compromised, two keys at the same time, without downtime',
	'/events/properties/#_top':
		'metadata, payload, attributes of an action, context, hidden fields, extra data, event metadata, context of an answer, order id, amount, hidden field, attach data to the response, url parameters, utm, attach metadata, send extra data, parameters, custom data, order total, pass variables, pass order number, extra fields, hidden fields with the response, send context, ticket id, price, which feature, store with the answer',
	'/events/properties/#values-a-property-can-have':
		'nested json, array, object, data types, null, invalid_properties, nested object rejected, array not allowed, date, long string, too many properties, undefined, 4 kB, max size of metadata, payload too large',
	'/events/properties/#visitors-can-alter-unverified-properties':
		'tamper, fake, devtools, trust client data, user edits data in the console, cheat, trust, secure event data',
	'/visitors/identify/#_top':
		'users, contacts, known users, logged in, known and unknown users, user identification, cross-device, link the browser to a user, contact, who answered, who is the logged in user, set user id, current user, identify person, when to call, login, every page load, set user after login, user is null at first, wait for user, logged in users, tell the sdk who is logged in, person id, same person in another browser, phone and laptop, cross device, recognise a user, link sessions',
	'/visitors/identify/#which-account-id-to-use':
		'user id, email as id, uuid, database id, primary key, external user id, email address as identifier, hash, stable id, distinct_id, numeric id, auth0 sub, id changes, invalid user id, mail address as id, which user id, hash of the email, change of the id',
	'/visitors/identify/#what-happens-to-the-anonymous-history':
		'merge anonymous and known user, alias, stitching, before login, sign up, anonymous to known, merge, answered before signing up, asked again after login, survey shown again after login, user appears twice, duplicate contacts, events before login, associate earlier events with the person, anonymous events attributed later, merge users, before sign-up, merge anonymous with known, first visit before login',
	'/visitors/identify/#another-account-in-the-same-browser':
		'switch accounts, identify twice, change user, impersonate, user switches accounts, wrong user attached, admin logs in as customer, impersonation, support login, two accounts merged, log in as user, two users merged, wrong person, users sharing a computer, two logins in one browser, users mixed up, wrong user, log in as another user, impersonation by support',
	'/visitors/identify/#anonymous-visitors':
		'logged-out users, guests, without login, unknown users, cookieless, fingerprint, without user id, public website, marketing site, not logged in, landing page visitors, private mode, incognito, safari itp, how are anonymous people recognized, survey shown again in private window, anonymous users do not get surveys, new incognito window, after clearing cookies, new visitor every time, public page visitors, no account needed, guest, cleared cookies, new id each time',
	'/visitors/identify/#prove-an-identity':
		'spoof a user, impersonation, identity verification, user hash, signed identity, secure mode, jwt, identify as someone else, fake user id, hmac of the user id, intercom identity verification, secure identification, spoofing, jwt user, identityProof, someone could pretend to be another customer, change the id in devtools, act as another user, verified user, identifier hash, verified contacts, unverified users, jwt with user details, impersonate any user, overwrite details of another user, identity validation, enforce identity validation, server generated hmac',
	'/visitors/reset/#_top':
		'logout, sign out, switch user, clear user data on logout, logout does not clear the user, next login inherits attributes, user logs out, clear user, log out, forget the user, logout handler, previous user is still identified, old user remains, next user gets wrong survey, open survey stays after logout, deregister, unidentify, unidentify a user, clear identification, remove the identification at logout, reset anonymous id',
	'/visitors/reset/#two-people-at-one-computer':
		'shared device, kiosk, family computer, next user, shared computer, tablet in a shop, library, family, next person sees survey of the previous user, second user treated as first, multiple users sharing a computer, user 2 gets the id of user 1, public terminal, profiles mixed',
	'/visitors/reset/#what-stays-on-the-device':
		'after logout, local data, leftover, localStorage after logout, not asked again after logout, remembered on the device, clear local storage to test, keep the device id after logout, counted as a new user',
	'/visitors/reset/#events-that-were-not-sent-yet':
		'queued events after logout, wrong user for offline events, pending events',
	'/visitors/traits/#_top':
		'user attributes, custom attributes, person properties, contact attributes, user metadata, company, user properties, attributes, metadata of a user, custom fields of a contact, target by attribute, send user attributes, plan, role, signup date, segment users, setAttribute, setAttributes, pass plan, user role, send email, company name, example of attributes, update a user attribute, pass user attributes, send the plan, custom fields, update an attribute',
	'/visitors/traits/#companies-and-other-groups':
		'group call, groupIdentify, setGroup, associate a user with an organization, tenant, account of a company, company attributes, b2b groups, workspace of the user, team',
	'/visitors/traits/#values-a-trait-can-have':
		'array, list, object, date, nested, data types of attributes, number or string, date attribute, signup date, boolean, arrays of tags, list of features, nested object, invalid_traits, too many attributes',
	'/visitors/traits/#traits-are-merged-by-key':
		'update or remove an attribute, unset, overwrite, delete a property, attribute not updated, old value, stale attribute, remove an attribute, delete a trait, set to null, overwritten, change plan after upgrade',
	'/visitors/traits/#traits-from-a-browser-can-be-altered':
		'can users fake their plan, trust, security of attributes, manipulate attributes, user changes plan in devtools, secure attributes, server side attributes',
};
