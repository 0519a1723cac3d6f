/** Aliases of the pages about the SDK; `all.ts` explains what an alias is. */
export const sdkAliases: Record<string, string> = {
	'/sdk/delivery/#_top':
		'reliability, lost events, missing data, guaranteed delivery, at least once, events get lost, missing events, queue, batching, flush, guarantee, event loss, retry queue, events not retried, failed events, flush on unload, exactly once, duplicates, double counting, dedup, idempotent, duplicate events, double events, event counted twice, deduplication, same event twice, uuid of an event, double click, duplicate submission, same response twice, user double clicks submit',
	'/sdk/delivery/#when-the-browser-is-offline':
		'wifi drops, no internet, flaky connection, airplane mode, offline queue, pwa, service worker, lost connection, mobile network, tunnel, offline support, queue size, localStorage quota exceeded, train, without reception, subway, no network, offline events, retried after reconnect, persisted queue, stored and sent later',
	'/sdk/delivery/#retries':
		'backoff, batch, resend, retry policy, exponential backoff, flush interval, retry after failure, batch size, how long does it keep trying, keeps sending requests, too many requests, server down',
	'/sdk/delivery/#closing-the-page':
		'sendBeacon, keepalive, unload, beforeunload, navigate away, tab closed, redirect after click, event lost on page unload, link click leaves page, redirect before request finished, cancelled request, (canceled) in the network tab, beacon, window.location after event, form submit, page unload, visitor bounces, in-flight requests cancelled, navigation cancels request, safari unload, outbound clicks, track outbound links, unreliable on page leave, user leaves the page, clicks a link right after, navigation, redirect after the event, lost on navigation',
	'/sdk/delivery/#the-devices-clock':
		'wrong time, timestamp, clock skew, timezone of the device, wrong clock, wrong timestamps, time drift, event time in the future, stale, computer date wrong',
	'/sdk/errors/#_top':
		'exceptions, error handling, try catch, throws, does it throw, unhandled promise rejection, crash my app, exceptions in the sdk',
	'/sdk/errors/#what-each-failure-of-event-does':
		'rejects or resolves, failure modes, false or error, table of failures',
	'/sdk/errors/#an-empty-event-name':
		'event called with an empty string, Uncaught (in promise) TypeError, TypeError event name, empty string, undefined name',
	'/sdk/errors/#an-event-name-in-the-wrong-format':
		'invalid event name, spaces in the name, special characters, rejected, invalid_name, name with spaces, name with umlauts, name too long, event ignored',
	'/sdk/errors/#a-failed-request-the-network-is-down':
		'timeout, connection refused, server unreachable, fetch failed, outage, Failed to fetch, NetworkError, net::ERR_, 502 bad gateway, 503, request timed out, service unreachable, backend down',
	'/sdk/errors/#no-prompt-and-no-error':
		'silent, nothing happens, resolves false, no error but nothing shows, event works but no popup, console is clean',
	'/sdk/errors/#when-show-displays-nothing':
		'show does nothing, button does not open the form, click has no effect, show does not work, open by button does nothing second time, feedback button works only once, cannot reopen, force show, ignore limits, second click, button does nothing, second click does nothing, opens only the first time, nothing happens after a click',
	'/sdk/errors/#the-error-object': 'error fields, error.code, requestId, message, hint',
	'/sdk/errors/#error-codes-of-the-sdk':
		'list of sdk errors, invalid_site_id, invalid_properties, invalid_traits, network, rate_limited, origin_not_allowed, not_initialized, error meaning',
	'/sdk/methods/#_top':
		'api reference, javascript api, list of functions, global object, cheat sheet, methods, functions, window.Feedback, sdk reference, javascript functions, what can I call, destroy, unmount, shutdown',
	'/sdk/methods/#init':
		'initialise, initialize twice, start, load, setup, configure, initialize, call init again, init called multiple times, already initialized warning, change options after init, reinitialize, teardown, remove the widget, cannot read properties of undefined reading init',
	'/sdk/methods/#ready':
		'loaded callback, wait for the library, onload, promise, onReady, isReady, wait until loaded, is it loaded, then',
	'/sdk/methods/#identify':
		'set user, login, user id, alias, setUserId, setUser, setAttributes, setEmail, set the logged in user, user context, people.set, user object, tell the widget who the logged in user is, pass the current user, identify fails, set user id, log in, pass the e-mail, pass attributes, known user',
	'/sdk/methods/#reset':
		'logout, clear, unidentify, clear user, unset user, sign out, new anonymous id, forget, log out function, unidentify at logout, clear user id, keep the anonymous id, user logs out, forget the user, clear identity, switch user',
	'/sdk/methods/#event':
		'track, capture, log, send, trackEvent, fire, trackAction, posthog.capture, sprig track, analytics.track, custom event, code action, trigger a survey from code, call this when something happens, track custom event, action tracking, send event on click, track an action, send an event',
	'/sdk/methods/#what-event-returns-was-a-prompt-displayed':
		'return value, was it shown, boolean, promise resolves false, how do I know if a survey was shown, callback, fallback when no survey, await, return value of track, true or false, how do I know if something was displayed after tracking',
	'/sdk/methods/#pass-an-event-proof':
		'eventProof option, send the signed token, jwt from the backend, third argument',
	'/sdk/methods/#show':
		'open a survey from a button, feedback button, show a specific survey manually, trigger by code, open manually, open programmatically, launch survey from code, display a specific survey by id, open on click, trigger by button, displaySurvey, renderSurvey, open the form from a menu, help link, button click opens a survey, pop a survey on click, display survey programmatically, render survey on demand, open from my own button, manual trigger, bring your own button, ignore conditions, trigger a survey with code, open widget from code, custom trigger, open on demand, call from code, open with a keyboard shortcut, menu item, launch by javascript, in an error boundary, help menu, programmatic',
	'/sdk/methods/#on':
		'subscribe, listener, callback, hook, addEventListener, emitter, event listeners, onSurveyShown, onSubmit, off, removeListener, callbacks of the widget',
	'/sdk/methods/#hold-and-resume':
		'suppress popups, do not disturb, pause temporarily, disable during checkout, mute, snooze, do not show during video call, disable popups on some page, pause popups temporarily, fullscreen, presentation mode, block popups while typing, do not interrupt checkout, wizard, modal is open, hide the survey for now, stop showing, close the open survey, hide widget at runtime, toggle visibility, suppress during checkout, do not interrupt video, block popups on certain screens, disable while a modal is open, wait until my dialog is closed, cookie banner is open, onboarding tour, consent dialog, do not interrupt a video call, another modal is open, two popups at once, block for a while, presentation, wait until the user is done',
	'/sdk/methods/#visitorid':
		'get the anonymous id, device id, distinct id, anonymous id, get visitor id, device identifier, cookie id, get the id in javascript',
	'/sdk/methods/#should-i-use-event-or-show':
		'difference between event and show, track or show, which one to call, event or show, passive or active, button versus trigger',
	'/sdk/methods/#calls-before-init-and-on-the-server':
		'too early, not initialized, no-op, queue, not_initialized, call queued before loading, SDK not initialized, called before init, called too early, no consent yet, event fired before init gets dropped, lost early event, order of calls, window is not defined, undefined before load, not a function',
	'/sdk/notifications/#_top':
		'callbacks, events of the widget, hooks, lifecycle, listen to survey events, subscribe to shown dismissed submitted, forward to analytics, posthog, segment, ga4, callback on submit, on close callback, survey events, onSurveySent, after submission hook, panel stays after submit',
	'/sdk/notifications/#listen-and-stop-listening':
		'off, unsubscribe, remove listener, memory leak, cleanup in useEffect, exception in my callback',
	'/sdk/notifications/#log-sdk-errors-to-an-error-tracker':
		'sentry, datadog, bugsnag, rollbar, logging, catch errors, report to sentry, swallow errors, error handler, datadog rum, window.onerror, listen for errors from the sdk',
	'/sdk/notifications/#error': 'error callback, onError, what happens on failure, error code',
	'/sdk/notifications/#displayed':
		'on show, onOpen, impression callback, popup opened, survey shown event, when it opens, track views in ga4, survey_shown',
	'/sdk/notifications/#answered':
		'on submit, onComplete, run code after submission, survey completed, get the answers in the browser, google analytics, survey submitted event, survey_sent, do something after the survey, get response data in js, redirect after submit, thank the user, give a coupon, send answers to my own analytics, get notified in javascript when someone submits, app store review after good score, run my own code, survey sent event, callback after submit, do something when the survey is finished, redirect after answering, react to an answer in code',
	'/sdk/notifications/#dismissed':
		'on close, onClose, user closed the popup, cancelled, partial, survey closed event, survey_dismissed, user clicked x, left halfway, incomplete answers, abandoned in the middle, survey dismissed event, closed without answering, clicked the x, remind me later, skipped, postponed',
	'/sdk/notifications/#reason':
		'why in code, decision callback, why not shown in code, blocked, late, reason code callback, log decisions',
	'/sdk/options/#_top':
		'configuration, config object, parameters, settings of the sdk, init options, config, parameters of init, all settings of the widget, init configuration object',
	'/sdk/options/#siteid':
		'project key, api key, environment id, write key, app id, where do I find it, environmentId, workspaceId, project id, token, where is the id, wrong id, invalid site id, unknown site, measurement id, several widgets on one domain, different id per page, token per page, two instances',
	'/sdk/options/#site-id-and-site-uuid':
		'two identifiers, which id, difference, id vs uuid, which id for the cli, what is site_, wrong identifier, two ids',
	'/sdk/options/#debug':
		'verbose logging, debug log, console output, enable logging, logs in the console, silent, verbose, see requests, debug true, formbricksDebug',
	'/sdk/options/#apiurl':
		'api host, endpoint, own server, custom domain, proxy, reverse proxy, appUrl, api_host, apiHost, serverUrl, self hosted url, first-party proxy, avoid ad blockers, adblock, reverse proxy for the sdk, same domain, custom endpoint, blocked requests, trailing slash, EU host',
	'/sdk/options/#beforeshow':
		'veto, cancel before it is displayed, intercept, onBeforeShow, prevent from opening, conditionally suppress, cancel a survey, custom rule in javascript, decide in my own code, feature flag, do not show on this page, condition in code, prevent showing, async check, eligibility check in code, coordinator, decide in my app, suppress in code, last check before it appears, cancel a popup from code, conflict with another popup, only when no dialog is open',
	'/sdk/options/#debugtoken':
		'detailed reasons, diagnose in production, see why in production, more detail in the console, audience facts hidden, explain, token expired',
	'/sdk/options/#preview-mode':
		'preview an unpublished survey, test mode, draft on the live site, preview link, test a draft in my app, feedback_preview, preview on staging, see it before publishing, review by a colleague, preview does not work, sessionStorage, see it in my own app before launch, try without publishing, look at a draft',
	'/sdk/options/#draw-the-prompts-yourself':
		'headless, custom ui, own design, own components, render myself, bring your own ui, api only, own react components, headless mode, no ui, custom rendering, api only surveys, custom design, shadcn, mui, design system, replace the default popup, getActiveMatchingSurveys, own component library, chakra, radix, render the questions with our own components, custom survey ui, api survey, render with my component library, disable the modal, own react component, headless survey',
	'/sdk/options/#draw-a-prompt-in-your-own-page':
		'inline, embed preview, render in a div, container, storybook, render survey in a container, live preview component, embed in own editor, demo on the landing page, component, embed the survey as a component',
};
