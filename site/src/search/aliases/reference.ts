/** Aliases of the reference; `all.ts` explains what an alias is. */
export const referenceAliases: Record<string, string> = {
	'/reference/backend-events-api/#_top':
		'http endpoint for events, server api, ingest endpoint, batch, post events, POST /events, http tracking api, ingestion endpoint, url of the events endpoint',
	'/reference/backend-events-api/#request-of-a-backend':
		'request body, json fields, authorization bearer, batch limit, 262144 bytes, UUIDv7, timestamp, identify in the body, set traits by http',
	'/reference/backend-events-api/#response-to-a-backend':
		'status recorded duplicate rejected, response json, stale event, partial failure, per item result',
	'/reference/backend-events-api/#errors-and-retries-of-a-backend':
		'retry a backend request, 401, 429, 503, retry-after, safe to resend, idempotent batch',
	'/reference/backend-events-api/#openapi-operation-of-the-route':
		'openapi of backend events, generate a client for events, reportFromBackend',
	'/reference/changelog/#_top':
		"release notes, what's new, releases, history of versions, what is new, new version, history",
	'/reference/changelog/#changes-of-the-browser-sdk': 'sdk releases, sdk changelog, new in the sdk',
	'/reference/changelog/#changes-of-the-command': 'cli releases, cli changelog',
	'/reference/conditions/#_top':
		'operators, filters, rule syntax, targeting rules, all operators, condition syntax, filter language, rule json, segment filter, rules of an audience, audience rules syntax, kinds of conditions, trait condition, event condition, context condition, history condition, what can I filter by',
	'/reference/conditions/#comparison-operators':
		'equals, contains, greater than, less than, regex, starts with, in a list, exists, is set, is not set, regex match, ends with, does not contain, greater or equal, between, not equal, case insensitive, in list, starts_with, wildcard, matches',
	'/reference/conditions/#missing-values-and-other-types':
		'null, undefined, not set, empty, type mismatch, attribute does not exist, null attribute, user without attribute matches, not equals matches everyone, string versus number, number as string does not match',
	'/reference/conditions/#dates':
		'date comparison, older than, signup date, within the last days, relative date, date filter, in the last 7 days, before, after, within days, trial ends soon, iso date, compare dates, time zone of a date',
	'/reference/conditions/#groups':
		'nested groups, all any none, how deep, max conditions, brackets',
	'/reference/errors/#_top':
		'error reference, what does this error mean, http errors, status codes',
	'/reference/errors/#the-shape-of-an-error':
		'error response, json error format, request id, error json, error body, code message field hint, request_id, parse errors',
	'/reference/errors/#all-error-codes':
		'http status codes, 400, 401, 403, 404, 409, 429, forbidden, 500, 502, 503 unavailable, 422, 400 bad request, invalid_request, invalid_json, unauthenticated, not_found, conflict, rate_limited, internal error, too_deep, unsafe_text, http status codes of the api',
	'/reference/errors/#repeating-a-request':
		'retry after, idempotent, backoff, try again later, can I retry, safe to repeat, retry-after header, 503 unavailable, transient error, timeouts of the database',
	'/reference/glossary/#_top':
		'definitions, terminology, meaning of words, vocabulary, what is a subject, what is a display, glossary, terms, what does it mean, difference between prompt and survey, site vs workspace, project, environment, contact, subject',
	'/reference/limits/#_top':
		'maximums, quotas, size limits, caps, all limits, maximum values, how many, quota, restrictions, too large',
	'/reference/limits/#limits-of-events':
		'longest event name, batch size, oldest event, max length of an event name, events per request, how old may an event be, max number of events, event limit',
	'/reference/limits/#limits-of-properties-and-traits':
		'maximum keys, length of a value, too many attributes, how many attributes, attribute too long, metadata size, max keys, string too long, account id length',
	'/reference/limits/#limits-of-event-proofs':
		'proof too long, max lifetime, number of keys, clock tolerance',
	'/reference/limits/#limits-of-backend-events':
		'batch size backend, requests per second backend, number of site keys',
	'/reference/limits/#retention-periods':
		'all retention times, how long is what kept, table of periods, shortest retention',
	'/reference/limits/#sessions-and-displays':
		'session timeout, 30 minutes, how long may a display take, wait for delayed',
	'/reference/limits/#limits-of-answers':
		'longest answer, characters, maximum text, max characters in an answer, text too long, response size, truncated answer, comment length',
	'/reference/limits/#limits-of-prompts':
		'maximum number of questions, options, languages, size of a survey, how many questions, how many options, how many languages, survey too large, max conditions, number of triggers',
	'/reference/limits/#limits-of-sites':
		'number of surveys, maximum live prompts, members, how many surveys, how many live surveys, how many domains, number of sites',
	'/reference/limits/#rate-limits-and-request-size':
		'429 too many requests, quota, ingest rate limit, body too large, 413, payload size, requests per second, 429, rate limiting, request too large, burst, timeouts, payload limit',
	'/reference/limits/#limits-of-the-management-api':
		'api body size, api rate, forecast limits, page size',
	'/reference/limits/#limits-of-the-sign-in-of-tools':
		'token lifetime, code expiry, sign-in timeout, refresh token',
	'/reference/limits/#limits-of-approvals':
		'how long does a request wait, max pending requests, longest approval, ci token life',
	'/reference/limits/#limits-of-destinations':
		'how many webhooks, how many recipients, max destinations, url length',
	'/reference/limits/#limits-of-deliveries':
		'webhook timeout, retry period, deliveries per minute, webhook response size',
	'/reference/limits/#queue-on-the-device':
		'offline queue size, localStorage size, max offline events',
	'/reference/limits/#limits-of-the-documentation-search':
		'search results limit, docs search maximum',
	'/reference/management-api/#_top':
		'rest api, http api, admin api, programmatic access, base url, api documentation, automate, api endpoints, programmatically create surveys, fetch responses by api, create surveys via api, survey creation endpoint, manage surveys programmatically, api for projects, authentication, bearer token, authorization header, api key, api url, api base url, api key header, authentication of the api, bearer, 401 from the api, x-api-key, token for the api, api returns 401, invalid api key, which token for the rest api, call the api from a cron job, master key, full admin api key, api authentication, api key management',
	'/reference/management-api/#lists-and-pages':
		'pagination, next page, cursor, offset, limit, paging, all results, get all responses, only 50 results, skip, more than 200, iterate, server-side pagination, filter on the server',
	'/reference/management-api/#repeating-a-write':
		'idempotency key, retry a post, duplicate request, Idempotency-Key, created twice, retry post',
	'/reference/management-api/#conflicts-of-revisions':
		'revision_conflict, optimistic locking, edited by someone else, 409, overwritten, someone saved in the meantime, base, if_latest',
	'/reference/management-api/#conflicts-of-settings':
		'etag, if-match, concurrent change, conflict when saving settings, lost update',
	'/reference/management-api/#errors-and-request-ids':
		'api errors, x-request-id, api rate limit, requests per second, 429 of the api',
	'/reference/management-api/#openapi-document':
		'openapi spec, swagger, download the schema, postman, generate a client, code generator, insomnia, swagger ui, openapi.json, postman collection, generate client, schema of the api, python client, api docs, openapi client',
	'/reference/management-api/#all-operations':
		'list of endpoints, all routes, api overview, get post patch delete',
	'/reference/oauth/#_top':
		'authorization, oauth2, openid, build my own integration, third-party app, refresh token, pkce, oauth 2.1, build an integration, login with, third-party client',
	'/reference/oauth/#discover-the-authorization-server':
		'issuer, well-known, metadata, openid-configuration, resource metadata, oauth-protected-resource, oauth-authorization-server',
	'/reference/oauth/#set-the-resource':
		'resource parameter, token refused, wrong audience, invalid token for mcp',
	'/reference/oauth/#register-a-client':
		'client id, dynamic client registration, redirect uri, client_id, dynamic registration, client metadata document, client secret, asks for client id, rfc 7591, registration rejected, does not support dynamic client registration',
	'/reference/oauth/#redirects-that-are-allowed':
		'redirect uri, invalid redirect, localhost port, custom scheme, redirect not allowed, loopback, redirect uri must use https, loopback redirect rejected, 127.0.0.1 with port, cursor:// scheme, vscode.dev redirect, invalid_redirect_uri of a client, redirect does not match allowed patterns, custom uri scheme',
	'/reference/oauth/#request-actions-at-sign-in':
		'scopes, permissions, which scopes do I need, scope, offline_access, permissions at login, oauth scopes for mcp clients',
	'/reference/oauth/#lifetimes-of-a-sign-in':
		'token expiry, session length, refresh, token expires, access token lifetime, expired token, invalid_grant, refresh token reuse, access token expires quickly, short token expiry, no refresh, refresh token expired, session expires after minutes, how long is a token valid, token refresh, short lived tokens, reauthenticate every hour',
	'/reference/oauth/#sign-in-with-a-code-on-a-second-screen':
		'device flow, device code, headless login, ssh, device authorization, user code, tv login',
	'/reference/oauth/#error-responses':
		'invalid_client, invalid_grant, access_denied, oauth error, authorization_pending, slow_down, invalid_scope, 401 instead of 200 on expired token, invalid_token, invalid_request, token refused',
	'/reference/prompt-file/#_top':
		'yaml schema, survey as code, json file, config as code, survey json, survey yaml, survey definition, import export a survey, format, schema, import and export surveys, survey as json, move surveys between instances, survey backup',
	'/reference/prompt-file/#all-fields-of-a-prompt-file':
		'schema, properties, attributes, json schema, options of a survey, field reference, every option, defaults, json keys',
	'/reference/prompt-file/#the-smallest-prompt-file':
		'minimal example, simplest survey file, hello world yaml',
	'/reference/prompt-file/#the-same-in-yaml':
		'yaml instead of json, yaml version, no becomes false, anchors',
	'/reference/prompt-file/#check-a-prompt-file':
		'lint, validate, ci check, syntax, validation errors, typo in a field, json schema, editor autocomplete, vscode yaml, unknown field, validate in ci',
	'/reference/prompt-file/#export-a-prompt-from-the-service':
		'download a survey, backup, copy, git, pull, download survey definition, export survey as json, back up surveys, copy between sites, ',
	'/reference/prompt-file/#a-prompt-file-that-uses-everything':
		'full example, complete example, all features, long sample',
	'/reference/prompt-file/#rules-that-concern-several-fields':
		'invalid combination, not allowed together, requires, invalid_prompt, validation rule',
	'/reference/reasons/#_top':
		'status codes of decisions, why codes, meaning of a reason, list of reasons, reason codes, decision',
	'/reference/reasons/#displayed': 'shown, success, true',
	'/reference/reasons/#waiting': 'delayed, pending, not yet, will show later, why is it waiting',
	'/reference/reasons/#no_prompt':
		'no survey matches, event not linked to a survey, wrong event name, draft not published, paused',
	'/reference/reasons/#not_captured': 'event not registered, event dropped, ignored event',
	'/reference/reasons/#trigger_properties':
		'property does not match, number as string, wrong type, where failed',
	'/reference/reasons/#unverified': 'proof missing, no signature, not trusted',
	'/reference/reasons/#trigger_count': 'not often enough, count not reached',
	'/reference/reasons/#audience':
		'not in the segment, targeting does not match, excluded by audience, attribute missing',
	'/reference/reasons/#sampled_out': 'not in the percentage, not sampled, unlucky user',
	'/reference/reasons/#not_started': 'scheduled in the future, before start date',
	'/reference/reasons/#ended': 'survey expired, after end date, closed',
	'/reference/reasons/#session_too_young': 'too early in the session, just arrived',
	'/reference/reasons/#seen_limit':
		'already seen, only shown once, cannot see it again, shown the first time only',
	'/reference/reasons/#answered': 'already answered, already responded, done',
	'/reference/reasons/#prompt_cooldown': 'seen recently, wait before it repeats',
	'/reference/reasons/#site_cooldown': 'shown too recently, another survey was seen',
	'/reference/reasons/#session_limit': 'one per session, max per session',
	'/reference/reasons/#group_limit': 'colleague was asked, same company, someone else answered',
	'/reference/reasons/#budget': 'limit reached, quota used up, max displays reached, daily cap',
	'/reference/reasons/#paced': 'spread over the day, wait for the next slot',
	'/reference/reasons/#holdout': 'in the control group, never asked',
	'/reference/reasons/#lost_priority': 'another survey was shown instead, lower priority',
	'/reference/reasons/#withdrawn': 'cancelled by another event, no longer wanted',
	'/reference/reasons/#busy': 'another popup open, one at a time',
	'/reference/reasons/#hidden': 'tab in background, page not visible',
	'/reference/reasons/#vetoed': 'beforeShow returned false, app declined',
	'/reference/reasons/#throttled': 'too many requests, rate limit hit, 429',
	'/reference/reasons/#bot':
		'headless browser, automated browser, crawler, webdriver, playwright, puppeteer, test browser',
	'/reference/reasons/#duplicate': 'same event twice, repeated event id',
	'/reference/site-settings/#_top': 'all site settings, project settings, defaults of a site',
	'/reference/site-settings/#all-settings-of-a-site':
		'settings table, default values, cooldown_days, per_session, fields of the settings',
	'/reference/site-settings/#origins':
		'cors, allowed domains, whitelist, subdomain, wildcard, localhost, origin_not_allowed, subdomains, 403 from staging, Access-Control-Allow-Origin, localhost in production, http or https, port, cors policy, access-control-allow-origin, allowed domains list',
	'/reference/site-settings/#rate_limits':
		'quota, throttling, abuse, 429 too many requests, office behind one address, everybody shares one ip, nat, school, raise the limit, burst, throttled, limit per ip address, throttle abusive visitors, requests per minute per visitor',
	'/reference/site-settings/#maximums-of-the-instance':
		'value refused, higher than allowed, operator limit, cannot raise',
	'/reference/site-settings/#identity_proofs':
		'require signed users, identity verification, require verified users, enforce identity, check only, reject unverified identity, ignore unverified users, enforce user verification, off report require, turn off identity verification in development',
	'/reference/site-settings/#detect_bots':
		'crawlers, spam, fake traffic, googlebot, bot traffic, bots in my events, headless not shown, uptime monitor, disable bot detection, lighthouse, spam bots, bot responses, headless browsers, crawlers trigger events',
	'/reference/site-settings/#time_zone':
		'day boundary, midnight, local days, wrong day in charts, utc offset',
	'/reference/statistics/#_top': 'methodology, how are numbers calculated, statistics, math',
	'/reference/statistics/#scores':
		'nps formula, csat formula, how is the score calculated, promoters minus detractors, average, nps score differs from my spreadsheet, nps calculation, csat percentage, ces, how is nps calculated, promoters, wrong score, average score wrong, nps for other rating questions, score of rating questions, csat calculation, mean of the scale',
	'/reference/statistics/#response-rate':
		'response rate calculation, views versus responses, why is the rate low, conversion, impressions counted, responses divided by views, completion rate definition, how is the rate computed, sent or seen, denominator',
	'/reference/statistics/#drop-off':
		'drop-off calculation, where do people stop, completion per question, abandonment, drop-off at each question, where people abandon, started but did not finish',
	'/reference/statistics/#time-to-answer':
		'time to complete, average time, median, p90, ttc, duration',
	'/reference/statistics/#trends':
		'trend line, points missing in the chart, moving, period of a point, chart empty, per day or week, daily chart, over time',
	'/reference/statistics/#intervals-that-you-may-watch':
		'margin of error, confidence interval, peeking, sequential test, always valid, bayesian, sequential, anytime valid, why so wide',
	'/reference/statistics/#differences':
		'significant difference, p value, two groups, real or chance, significance test, a/b significance, p-value, t-test, real difference',
	'/reference/statistics/#changes-of-the-same-people':
		'paired, before after same person, individual change',
	'/reference/statistics/#what-the-intervals-do-not-cover':
		'bias, non-response, self-selection, representative, biased sample, survivorship, nonresponse, limitations',
	'/reference/statistics/#the-formulas':
		'formula, compute it myself, equations, betting, reproduce in python',
	'/reference/statistics/#from-how-many-answers':
		'minimum sample size, how many responses do I need, too few, sample size, how many responses are enough, minimum, hint, too few answers, minimum number of answers',
	'/reference/statistics/#intervals-for-a-fixed-number-of-answers':
		'wilson, classical interval, fixed_n, student',
	'/reference/statistics/#check-the-figures': 'verify the numbers, simulation, recompute, proof',
	'/reference/typed-client/#_top':
		'typescript sdk for the api, node client, wrapper, library for the management api, javascript client, node library for the api, sdk for the api, npm client, typescript client for the management api, code example api, fetch responses in node, list surveys in typescript',
	'/reference/typed-client/#errors-of-the-client':
		'ApiError, unreachable, catch errors of the client, timeout',
	'/reference/typed-client/#cancel-a-call': 'AbortController, abort, cancel request, signal',
	'/reference/typed-client/#retries-and-idempotency-keys-of-the-client':
		'automatic retry, idempotencyKey, duplicate writes',
	'/reference/typed-client/#download-responses-as-a-file':
		'download csv with the client, stream, save to disk',
	'/reference/versions/#_top':
		'semver, stability, backwards compatibility, support policy, which version do I have, version numbers, compatibility sdk server, docs version, older docs, version of the sdk, compatible versions',
	'/reference/versions/#when-a-page-was-last-changed':
		'last updated, is this page current, outdated docs',
	'/reference/versions/#what-may-change-within-a-version-line':
		'breaking changes, deprecation policy, is the api stable, semver, breaking change, upgrade safe, stable api, deprecated, backward compatible, beta',
};
