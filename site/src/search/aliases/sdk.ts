/** Aliases of the pages about the SDK, visitors and events; `all.ts` says what an alias is. */
export const sdkAliases: Record<string, string> = {
	'/sdk/methods/#_top':
		'api reference, javascript api, list of functions, global object, cheat sheet',
	'/sdk/methods/#init': 'initialise, initialize twice, start, load, setup, configure',
	'/sdk/methods/#ready': 'loaded callback, wait for the library, onload, promise',
	'/sdk/methods/#identify': 'set user, login, user id, alias',
	'/sdk/methods/#reset': 'logout, clear, unidentify',
	'/sdk/methods/#event': 'track, capture, log, send, trackEvent, fire',
	'/sdk/methods/#what-event-returns-was-a-prompt-displayed':
		'return value, was it shown, boolean, promise resolves false',
	'/sdk/methods/#show':
		'open a survey from a button, feedback button, show a specific survey manually, trigger by code',
	'/sdk/methods/#on': 'subscribe, listener, callback, hook, addEventListener, emitter',
	'/sdk/methods/#hold-and-resume':
		'suppress popups, do not disturb, pause temporarily, disable during checkout, mute, snooze',
	'/sdk/methods/#visitorid': 'get the anonymous id, device id, distinct id',
	'/sdk/methods/#should-i-use-event-or-show': 'difference between event and show, track or show',
	'/sdk/methods/#calls-before-init-and-on-the-server': 'too early, not initialized, no-op, queue',
	'/sdk/options/#_top': 'configuration, config object, parameters, settings of the sdk',
	'/sdk/options/#siteid':
		'project key, api key, environment id, write key, app id, where do I find it',
	'/sdk/options/#site-id-and-site-uuid': 'two identifiers, which id, difference',
	'/sdk/options/#debug': 'verbose logging, debug log, console output',
	'/sdk/options/#apiurl': 'api host, endpoint, own server, custom domain, proxy, reverse proxy',
	'/sdk/options/#beforeshow':
		'veto, cancel before it is displayed, intercept, onBeforeShow, prevent from opening, conditionally suppress',
	'/sdk/options/#debugtoken': 'detailed reasons, diagnose in production',
	'/sdk/options/#preview-mode': 'preview an unpublished survey, test mode, draft on the live site',
	'/sdk/options/#draw-the-prompts-yourself':
		'headless, custom ui, own design, own components, render myself, bring your own ui, api only',
	'/sdk/options/#draw-a-prompt-in-your-own-page':
		'inline, embed preview, render in a div, container, storybook',
	'/sdk/notifications/#_top': 'callbacks, events of the widget, hooks, lifecycle',
	'/sdk/notifications/#log-sdk-errors-to-an-error-tracker':
		'sentry, datadog, bugsnag, rollbar, logging',
	'/sdk/notifications/#displayed': 'on show, onOpen, impression callback, popup opened',
	'/sdk/notifications/#answered':
		'on submit, onComplete, run code after submission, survey completed, get the answers in the browser, google analytics',
	'/sdk/notifications/#dismissed': 'on close, onClose, user closed the popup, cancelled, partial',
	'/sdk/notifications/#reason': 'why in code, decision callback',
	'/sdk/errors/#_top': 'exceptions, error handling, try catch, throws',
	'/sdk/errors/#an-empty-event-name': 'event called with an empty string',
	'/sdk/errors/#an-event-name-in-the-wrong-format':
		'invalid event name, spaces in the name, special characters, rejected',
	'/sdk/errors/#a-failed-request-the-network-is-down':
		'timeout, connection refused, server unreachable, fetch failed, outage',
	'/sdk/errors/#no-prompt-and-no-error': 'silent, nothing happens',
	'/sdk/errors/#when-show-displays-nothing':
		'show does nothing, button does not open the form, click has no effect',
	'/sdk/delivery/#_top':
		'reliability, lost events, missing data, guaranteed delivery, at least once',
	'/sdk/delivery/#an-event-arrives-at-least-once-and-is-stored-once':
		'exactly once, duplicates, double counting, dedup, idempotent',
	'/sdk/delivery/#when-the-browser-is-offline':
		'wifi drops, no internet, flaky connection, airplane mode, offline queue, pwa',
	'/sdk/delivery/#retries': 'backoff, batch, resend, retry policy',
	'/sdk/delivery/#closing-the-page':
		'sendBeacon, keepalive, unload, beforeunload, navigate away, tab closed, redirect after click',
	'/sdk/delivery/#the-devices-clock': 'wrong time, timestamp, clock skew, timezone of the device',
	'/visitors/identify/#_top': 'users, contacts, known users, logged in',
	'/visitors/identify/#call-identify-after-sign-in':
		'who is the logged in user, set user id, current user, identify person',
	'/visitors/identify/#which-account-id-to-use':
		'user id, email as id, uuid, database id, primary key',
	'/visitors/identify/#what-happens-to-the-anonymous-history':
		'merge anonymous and known user, alias, stitching, before login, sign up',
	'/visitors/identify/#another-account-in-the-same-browser':
		'switch accounts, identify twice, change user, impersonate',
	'/visitors/identify/#anonymous-visitors':
		'logged-out users, guests, without login, unknown users, cookieless, fingerprint',
	'/visitors/identify/#prove-an-identity':
		'spoof a user, impersonation, identity verification, user hash, signed identity, secure mode, jwt',
	'/visitors/traits/#_top':
		'user attributes, custom attributes, person properties, contact attributes, user metadata, company',
	'/visitors/traits/#set-traits':
		'send user attributes, user properties, plan, role, signup date, segment users',
	'/visitors/traits/#values-a-trait-can-have':
		'array, list, object, date, nested, data types of attributes',
	'/visitors/traits/#traits-are-merged-by-key':
		'update or remove an attribute, unset, overwrite, delete a property',
	'/visitors/traits/#traits-from-a-browser-can-be-altered':
		'can users fake their plan, trust, security of attributes',
	'/visitors/reset/#call-reset-on-sign-out': 'user logs out, clear user, log out, forget the user',
	'/visitors/reset/#two-people-at-one-computer': 'shared device, kiosk, family computer, next user',
	'/visitors/reset/#what-stays-on-the-device': 'after logout, local data, leftover',
	'/events/naming/#_top':
		'track an event, track a click, what is an event, custom events, actions, user actions, tracking plan',
	'/events/naming/#event-name-rules-allowed-characters-and-length':
		'valid names, spaces, uppercase, regex, maximum length, special characters',
	'/events/naming/#naming-convention': 'snake case, camel case, object action, taxonomy',
	'/events/naming/#report-the-fact-once': 'where to call it, how many times, duplicates',
	'/events/naming/#clicks-and-page-views-are-not-tracked-automatically':
		'autocapture, no-code triggers, css selector, url change, route change, spa navigation, scroll depth, exit intent, page load trigger',
	'/events/properties/#_top': 'metadata, payload, attributes of an action, context, hidden fields',
	'/events/properties/#add-properties-to-an-event':
		'attach metadata, send extra data, parameters, custom data, order total',
	'/events/properties/#values-a-property-can-have': 'nested json, array, object, data types, null',
	'/events/properties/#visitors-can-alter-unverified-properties':
		'tamper, fake, devtools, trust client data',
	'/events/capture/#see-new-events-in-the-dashboard':
		'list of tracked actions, new event does not appear',
	'/events/capture/#capture-registered-events-only':
		'whitelist of actions, allow list, block unknown events, filter noise, ignore events',
	'/events/proofs/#_top':
		'signed events, jwt, hmac, verified, tamper-proof, server-side signature, nobody can fake it',
	'/events/proofs/#in-other-languages-without-a-library':
		'php, python, ruby, go, java, c#, .net, elixir, rails, django, laravel',
	'/events/proofs/#what-a-proof-contains': 'jwt claims, header, algorithm, payload format',
	'/events/proofs/#lifetime-of-a-proof': 'expiry, ttl, replay attack, used twice',
	'/events/proofs/#when-a-proof-is-invalid-or-expired':
		'signature rejected, verification failed, wrong signature',
	'/events/proofs/#rotate-proof-keys':
		'key rotation, leaked secret, roll the signing key, compromised',
	'/events/backend/#_top':
		'server-side events, track from the server, rest api for events, node sdk, cron job, stripe webhook, queue worker',
	'/events/backend/#create-a-site-key':
		'secret key, server key, api key for the backend, write key',
	'/events/backend/#report-over-http': 'curl, php, python, ruby, go, java, http api, post request',
	'/events/backend/#who-sees-the-prompt': 'which browser, deliver to the right user',
};
