/** Aliases of the reference; `all.ts` says what an alias is. */
export const referenceAliases: Record<string, string> = {
	'/reference/prompt-file/#_top': 'yaml schema, survey as code, json file, config as code',
	'/reference/prompt-file/#all-fields-of-a-prompt-file':
		'schema, properties, attributes, json schema, options of a survey',
	'/reference/prompt-file/#check-a-prompt-file': 'lint, validate, ci check, syntax',
	'/reference/prompt-file/#export-a-prompt-from-the-service':
		'download a survey, backup, copy, git, pull',
	'/reference/conditions/#_top': 'operators, filters, rule syntax, targeting rules',
	'/reference/conditions/#comparison-operators':
		'equals, contains, greater than, less than, regex, starts with, in a list, exists',
	'/reference/conditions/#missing-values-and-other-types':
		'null, undefined, not set, empty, type mismatch',
	'/reference/conditions/#dates':
		'date comparison, older than, signup date, within the last days, relative date',
	'/reference/statistics/#scores':
		'nps formula, csat formula, how is the score calculated, promoters minus detractors, average',
	'/reference/statistics/#intervals-that-you-may-watch':
		'margin of error, confidence interval, peeking, sequential test, always valid, bayesian',
	'/reference/statistics/#differences':
		'significant difference, p value, two groups, real or chance',
	'/reference/statistics/#what-the-intervals-do-not-cover':
		'bias, non-response, self-selection, representative',
	'/reference/statistics/#from-how-many-answers':
		'minimum sample size, how many responses do I need, too few',
	'/reference/site-settings/#origins':
		'cors, allowed domains, whitelist, subdomain, wildcard, localhost',
	'/reference/site-settings/#rate_limits': 'quota, throttling, abuse',
	'/reference/site-settings/#identity_proofs': 'require signed users, identity verification',
	'/reference/site-settings/#detect_bots': 'crawlers, spam, fake traffic, googlebot',
	'/reference/reasons/#_top': 'status codes of decisions, why codes, meaning of a reason',
	'/reference/reasons/#site_cooldown': 'shown too recently, another survey was seen',
	'/reference/limits/#_top': 'maximums, quotas, size limits, caps',
	'/reference/limits/#limits-of-events': 'longest event name, batch size, oldest event',
	'/reference/limits/#limits-of-properties-and-traits':
		'maximum keys, length of a value, too many attributes',
	'/reference/limits/#limits-of-answers': 'longest answer, characters, maximum text',
	'/reference/limits/#limits-of-prompts':
		'maximum number of questions, options, languages, size of a survey',
	'/reference/limits/#limits-of-sites': 'number of surveys, maximum live prompts, members',
	'/reference/limits/#rate-limits-and-request-size':
		'429 too many requests, quota, ingest rate limit, body too large, 413, payload size, requests per second',
	'/reference/errors/#the-shape-of-an-error': 'error response, json error format, request id',
	'/reference/errors/#all-error-codes':
		'http status codes, 400, 401, 403, 404, 409, 429, forbidden',
	'/reference/errors/#repeating-a-request': 'retry after, idempotent, backoff, try again later',
	'/reference/versions/#_top': 'semver, stability, backwards compatibility, support policy',
	'/reference/versions/#what-may-change-within-a-version-line':
		'breaking changes, deprecation policy, is the api stable, semver',
	'/reference/glossary/#_top':
		'definitions, terminology, meaning of words, vocabulary, what is a subject, what is a display',
	'/reference/changelog/#_top': "release notes, what's new, releases, history of versions",
	'/reference/management-api/#_top': 'rest api, http api, admin api, programmatic access, base url',
	'/reference/management-api/#address-and-sign-in-of-the-management-api':
		'authentication, bearer token, authorization header, api key',
	'/reference/management-api/#lists-and-pages':
		'pagination, next page, cursor, offset, limit, paging, all results',
	'/reference/management-api/#repeating-a-write':
		'idempotency key, retry a post, duplicate request',
	'/reference/management-api/#conflicts-of-revisions':
		'revision_conflict, optimistic locking, edited by someone else, 409, overwritten',
	'/reference/management-api/#conflicts-of-settings': 'etag, if-match, concurrent change',
	'/reference/management-api/#openapi-document':
		'openapi spec, swagger, download the schema, postman, generate a client, code generator, insomnia',
	'/reference/typed-client/#_top':
		'typescript sdk for the api, node client, wrapper, library for the management api',
	'/reference/oauth/#_top':
		'authorization, oauth2, openid, build my own integration, third-party app, refresh token, pkce',
	'/reference/oauth/#register-a-client': 'client id, dynamic client registration, redirect uri',
	'/reference/oauth/#request-actions-at-sign-in': 'scopes, permissions, which scopes do I need',
	'/reference/oauth/#lifetimes-of-a-sign-in': 'token expiry, session length, refresh',
	'/reference/oauth/#sign-in-with-a-code-on-a-second-screen':
		'device flow, device code, headless login, ssh',
	'/api/workspaces/#invite-a-person': 'add a member over the api, provisioning',
	'/api/workspaces/#list-the-audit-log': 'export the audit log, siem',
	'/api/sites/#create-a-site': 'create a project over the api, provision',
	'/api/prompts/#create-a-prompt': 'create a survey over http, rest, post',
	'/api/prompts/#publish-a-revision': 'launch over http, go live by api',
	'/api/prompts/#pause-a-prompt': 'stop a survey by api',
	'/api/prompts/#duplicate-a-prompt': 'clone, copy a survey to another project',
	'/api/prompts/#forecast-the-reach-of-a-prompt': 'estimate by api',
	'/api/events/#ask-why-an-event-was-decided-so': 'explain a decision by api',
	'/api/responses/#list-responses':
		'get answers by api, endpoint to list submissions, fetch results',
	'/api/responses/#delete-a-response': 'remove one answer, delete a single submission, spam',
	'/api/responses/#summarize-the-responses-to-a-prompt':
		'aggregated results, statistics by api, score',
	'/api/visitors/#export-a-visitor': 'dsar by api',
	'/api/visitors/#erase-a-visitor': 'delete a person over http, gdpr by api',
	'/api/connections/#create-a-ci-token':
		'personal access token, api token, service account, machine user',
	'/api/destinations/#create-a-destination': 'create a webhook via api',
	'/api/deliveries/#redeliver-a-message': 'resend a hook, retry a failed delivery',
	'/api/deliveries/#redeliver-a-span-of-time': 'replay missed hooks, resend everything since',
	'/api/deletions/#undo-a-deletion': 'restore by api',
	'/reference/backend-events-api/#_top':
		'http endpoint for events, server api, ingest endpoint, batch, post events',
};
