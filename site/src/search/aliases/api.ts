/** Aliases of the API reference; `all.ts` explains what an alias is. */
export const apiAliases: Record<string, string> = {
	'/api/approvals/#_top':
		'permissions api, consent api, human in the loop api, ask a human by api, scopes over http',
	'/api/approvals/#request-a-grant':
		'ask for permission by api, request a scope, ask my user to allow an action, request access programmatically',
	'/api/approvals/#list-approval-requests':
		'pending permission requests by api, what waits for a human, poll for requests',
	'/api/approvals/#get-an-approval-request':
		'poll whether the human said yes, status of a permission request, has it been approved yet, request state by api',
	'/api/approvals/#approve-a-request':
		'allow an action by api, accept a permission request, say yes by api, confirm what an agent asks',
	'/api/approvals/#deny-a-request':
		'reject a permission request by api, refuse an agent, say no by api, decline',
	'/api/approvals/#list-grants':
		'which permissions does my token have, active scopes by api, list allowed actions, what am I allowed to do',
	'/api/approvals/#revoke-a-grant':
		'take a permission back by api, withdraw consent for an agent, remove a scope, end access of a script',
	'/api/audiences/#_top': 'segments by api, cohorts api',
	'/api/audiences/#list-audiences':
		'get all segments by api, list cohorts, saved segments endpoint',
	'/api/audiences/#create-an-audience':
		'create a segment by api, new cohort over http, save targeting rules programmatically, post a user segment',
	'/api/audiences/#get-an-audience':
		'read a segment by api, which surveys use a segment, fetch one cohort',
	'/api/audiences/#get-a-version-of-an-audience':
		'old definition of a segment by api, segment history, earlier rule of a cohort',
	'/api/audiences/#update-an-audience':
		'edit a segment by api, change targeting rules over http, rename a cohort, patch a segment',
	'/api/audiences/#archive-an-audience':
		'delete a segment by api, retire a cohort, remove a saved segment',
	'/api/connections/#_top':
		'api tokens, token management api, oauth endpoints, credentials over http, authorized apps api',
	'/api/connections/#list-connections':
		'list my tokens by api, authorized apps, logged in devices, active sessions of tools, where am I signed in',
	'/api/connections/#revoke-a-connection':
		'sign out an app by api, disconnect an agent, revoke an oauth token, log out a device, kill a session',
	'/api/connections/#list-lost-access':
		'why did my token stop working, what did an integration lose when someone left, token suddenly forbidden',
	'/api/connections/#create-a-ci-token':
		'personal access token, api token, service account, machine user',
	'/api/connections/#list-ci-tokens':
		'list service account tokens, get personal access tokens by api, which ci tokens exist, token inventory, tokens that expire',
	'/api/connections/#revoke-a-ci-token': 'delete api token, invalidate token',
	'/api/connections/#get-the-authorization-of-a-client':
		'oauth consent details, what is an app asking for, authorization request by api, consent screen data',
	'/api/connections/#approve-a-client':
		'allow an oauth app, accept the consent screen, authorize an mcp client by api, grant an app access',
	'/api/connections/#deny-a-client':
		'reject an oauth app, refuse the consent screen, access_denied',
	'/api/connections/#get-a-device':
		'look up a user code, device flow by api, device_code details, which machine shows this code',
	'/api/connections/#approve-a-device':
		'confirm a user code by api, complete the device flow, authorize a terminal',
	'/api/connections/#deny-a-device': 'reject a user code, refuse a terminal login by api',
	'/api/deletions/#_top':
		'delete api, soft delete, trash by api, grace period endpoint, remove everything over http',
	'/api/deletions/#preview-the-deletion-of-a-prompt':
		'dry run of deleting a survey, how many responses would be removed, what gets deleted with a survey',
	'/api/deletions/#delete-a-prompt': 'delete survey by api',
	'/api/deletions/#preview-the-deletion-of-a-site':
		'dry run of deleting a project, how much data would a project deletion remove',
	'/api/deletions/#delete-a-site':
		'delete a project by api, remove an app over http, tear down an environment',
	'/api/deletions/#preview-the-deletion-of-a-workspace':
		'dry run of deleting an organization, what would be removed with the team',
	'/api/deletions/#delete-a-workspace':
		'delete an organization by api, remove a team over http, close the company account',
	'/api/deletions/#preview-the-deletion-of-your-account':
		'can I delete my user, what blocks closing my account, sole owner check by api',
	'/api/deletions/#delete-your-account':
		'close my user by api, remove my login over http, delete own user endpoint',
	'/api/deletions/#undo-the-deletion-of-your-account':
		'cancel closing my user by api, keep my user after all, reactivate my login',
	'/api/deletions/#list-deletions':
		'trash listing by api, pending deletions, receipts of what was removed, scheduled for deletion, recycle bin',
	'/api/deletions/#undo-a-deletion': 'restore by api',
	'/api/deliveries/#_top':
		'webhook log api, delivery attempts api, hook history over http, failed hooks endpoint',
	'/api/deliveries/#send-a-test-message':
		'ping a webhook by api, fire a sample hook, trigger a test payload, check that my endpoint receives',
	'/api/deliveries/#list-deliveries':
		'webhook history by api, failed hooks, log of sent messages, delivery log endpoint, which calls failed',
	'/api/deliveries/#get-a-delivery':
		'one hook attempt by api, response code of my receiver, why did this webhook fail, attempts of a message',
	'/api/deliveries/#redeliver-a-message': 'resend a hook, retry a failed delivery',
	'/api/deliveries/#redeliver-a-span-of-time': 'replay missed hooks, resend everything since',
	'/api/deliveries/#request-a-destination':
		'agent asks for a webhook, propose a slack integration by api, ask my person to add a hook',
	'/api/deliveries/#request-a-change-of-a-destination':
		'agent asks to edit a webhook, propose another url for a hook, ask to change an integration',
	'/api/deliveries/#list-requests-for-destinations':
		'pending integration requests by api, which hooks wait for a human',
	'/api/deliveries/#get-a-request-for-a-destination':
		'status of a requested webhook, was my hook approved, poll an integration request',
	'/api/deliveries/#approve-a-request-for-a-destination':
		'accept a webhook that an agent asked for, allow an integration by api',
	'/api/deliveries/#deny-a-request-for-a-destination':
		'reject a webhook that an agent asked for, refuse an integration by api',
	'/api/destinations/#_top':
		'webhooks api, integrations api, slack api, subscriptions api, notification endpoints over http, manage hooks',
	'/api/destinations/#list-destinations':
		'list webhooks by api, get all hooks, which integrations are configured',
	'/api/destinations/#create-a-destination': 'create a webhook via api',
	'/api/destinations/#get-a-destination':
		'read one webhook by api, status of a hook, is my integration failing, health of an integration',
	'/api/destinations/#change-a-destination':
		'update a webhook by api, change the url of a hook, edit which events a hook gets, patch an integration, filter a hook',
	'/api/destinations/#delete-a-destination':
		'remove a webhook by api, unsubscribe a hook, drop an integration',
	'/api/destinations/#pause-a-destination':
		'disable a webhook by api, stop a hook for a while, mute an integration, maintenance of the receiver',
	'/api/destinations/#resume-a-destination':
		'enable a webhook again by api, reactivate a hook, unmute an integration',
	'/api/destinations/#resend-the-confirmation-of-a-recipient':
		'confirmation mail did not arrive, verify an email recipient again by api, opt-in mail',
	'/api/destinations/#rotate-the-secret-of-a-webhook':
		'new signing secret by api, roll the hmac key, regenerate webhook secret, leaked signing key',
	'/api/destinations/#finish-the-rotation-of-a-secret':
		'retire the old signing secret, drop the previous hmac key, complete key roll',
	'/api/events/#_top':
		'events api, tracked events over http, query the event stream, event log endpoint, debugging events by api',
	'/api/events/#list-events': 'get events by api, query events',
	'/api/events/#list-event-names':
		'which events exist by api, event catalog, event schema, list of tracked events, event taxonomy, autocomplete of events',
	'/api/events/#get-an-event-name':
		'properties of an event by api, sample values of an event, event metadata, what does an event carry',
	'/api/events/#register-or-block-an-event-name': 'ignore an event by api, hide an event name',
	'/api/events/#list-traits':
		'user attributes by api, which user properties exist, attribute values, list of user fields, custom attributes endpoint',
	'/api/events/#ask-why-an-event-was-decided-so': 'explain a decision by api',
	'/api/events/#test-the-rules-with-an-event': 'simulate by api, dry run by api',
	'/api/exports/#_top':
		'bulk download api, data export endpoint, warehouse export api, etl, dump of the data, pull data into bigquery or snowflake',
	'/api/exports/#export-responses-as-csv':
		'csv by api, download url, formulas in cells are escaped',
	'/api/exports/#export-responses-as-json-lines':
		'ndjson by api, jsonl download of answers, stream answers as json, bulk json',
	'/api/exports/#export-responses-as-parquet': 'parquet by api',
	'/api/exports/#export-displays-as-csv':
		'impressions csv by api, download who saw a survey, views and dismissals as csv, non-respondents',
	'/api/exports/#export-displays-as-json-lines':
		'impressions as ndjson, stream who saw a survey, views as jsonl',
	'/api/exports/#export-displays-as-parquet':
		'impressions as parquet, views for duckdb or a data lake',
	'/api/inbox/#_top':
		'comments api, open text api, verbatims over http, triage api, tagging endpoints, notes api',
	'/api/inbox/#get-the-counts-of-the-inbox':
		'unread comments count by api, how many comments are open, badge number, counts by tag',
	'/api/inbox/#list-text-answers': 'get comments by api, verbatims by api',
	'/api/inbox/#get-a-text-answer':
		'read one comment by api, context of a comment, other comments of the same user',
	'/api/inbox/#update-a-text-answer':
		'mark a comment as done by api, assign a comment, tag a comment over http, close feedback item, set status, resolve',
	'/api/inbox/#create-a-note':
		'internal comment by api, annotate an answer, leave a remark for colleagues, reply internally',
	'/api/inbox/#delete-a-note': 'remove an internal comment by api, delete a remark',
	'/api/inbox/#list-the-tags':
		'get labels by api, categories with counts, taxonomy, list of themes, codebook endpoint, how often a theme appears',
	'/api/inbox/#create-a-tag': 'add a label by api, new category over http, new theme',
	'/api/inbox/#update-a-tag':
		'rename a label by api, define a category, edit a theme, accept a suggested label',
	'/api/inbox/#propose-tags': 'tag by api, automatic tagging by an agent',
	'/api/inbox/#suggest-tags':
		'find themes by api, topic detection, cluster comments, frequent phrases, automatic categories',
	'/api/inbox/#suggest-labels':
		'find similar comments by api, auto label, classify comments, apply a category to alike answers',
	'/api/inbox/#delete-a-tag': 'remove a label by api, drop a category, reject a suggested theme',
	'/api/prompts/#_top':
		'surveys api, crud of surveys, manage surveys over http, survey endpoints, programmatic surveys',
	'/api/prompts/#validate-a-prompt': 'check a survey by api without saving',
	'/api/prompts/#check-a-prompt-for-a-site':
		'validate a survey against a project by api, does a referenced segment exist, server-side lint before saving',
	'/api/prompts/#list-prompts': 'get all surveys by api',
	'/api/prompts/#create-a-prompt':
		'create a survey over http, rest, post, create surveys via api, programmatically create a survey',
	'/api/prompts/#get-a-prompt':
		'fetch one survey by api, read a survey definition, survey json, survey status',
	'/api/prompts/#publish-a-revision': 'launch over http, go live by api',
	'/api/prompts/#pause-a-prompt': 'stop a survey by api',
	'/api/prompts/#resume-a-prompt':
		'restart a stopped survey by api, unpause, turn a survey back on over http, reactivate',
	'/api/prompts/#archive-a-prompt':
		'retire a survey by api, hide a finished survey, end a survey for good, close a survey over http',
	'/api/prompts/#duplicate-a-prompt': 'clone, copy a survey to another project',
	'/api/prompts/#forecast-the-reach-of-a-prompt': 'estimate by api',
	'/api/responses/#_top': 'responses api, answers api, response endpoint, results by api',
	'/api/responses/#list-responses':
		'get answers by api, endpoint to list submissions, fetch results, GET responses, read answers from my script, pull submissions, filter by date, responses api, responses endpoint, rest list responses, get responses filtered by survey',
	'/api/responses/#get-a-response':
		'fetch one submission by api, read a single answer, submission by id',
	'/api/responses/#delete-a-response':
		'remove one answer, delete a single submission, spam, delete a test response from the results, remove a submission by api, test responses, fake answers, delete a single entry',
	'/api/responses/#summarize-the-responses-to-a-prompt':
		'aggregated results, statistics by api, score',
	'/api/responses/#compare-two-parts-of-the-responses':
		'compare segments by api, before and after, difference between two plans, a/b difference, significance over http, compare periods',
	'/api/responses/#read-the-scores-of-all-published-prompts':
		'nps of every survey by api, kpi endpoint, scores for a dashboard, csat trend, scoreboard, metrics overview, grafana',
	'/api/responses/#read-response-rates-by-group':
		'completion rate by device via api, response rate per plan, conversion of a survey by segment, who answers more',
	'/api/responses/#compare-the-first-and-the-latest-answers-of-the-same-people':
		'change of score per user by api, repeat respondents, cohort tracking, did the same people get happier, longitudinal, panel',
	'/api/responses/#list-changes-of-responses':
		'incremental sync by api, change feed, delta export, cdc, only new answers since last run, polling for new submissions, sync into my database',
	'/api/responses/#get-a-cursor-for-changes':
		'starting point for a sync, where to begin incremental loading, watermark, checkpoint, bookmark',
	'/api/result-links/#_top':
		'share results api, public dashboard link api, read-only link endpoint',
	'/api/result-links/#list-links-to-results':
		'which public links exist by api, list shared reports',
	'/api/result-links/#create-a-link-to-results': 'public link by api, share results by api',
	'/api/result-links/#revoke-a-link-to-results':
		'disable a public link by api, stop sharing results, expire a shared report',
	'/api/revisions/#_top':
		'survey versions api, version history over http, drafts api, autosave api',
	'/api/revisions/#save-a-revision':
		'update a survey by api, edit questions over http, new version of a survey, put survey content, change a survey programmatically',
	'/api/revisions/#list-revisions':
		'version history of a survey by api, previous versions, who changed what',
	'/api/revisions/#get-a-revision':
		'old version of a survey by api, read a specific version, diff versions',
	'/api/revisions/#get-the-working-copy':
		'unsaved edits by api, read an autosaved draft, pending changes',
	'/api/revisions/#save-the-working-copy':
		'autosave by api, store a draft of edits, concurrent editing, etag, optimistic locking, 409 while editing',
	'/api/revisions/#discard-the-working-copy':
		'throw away unsaved edits by api, reset a draft, revert changes',
	'/api/revisions/#create-a-preview-token': 'preview link by api',
	'/api/saved-filters/#_top': 'saved views by api',
	'/api/saved-filters/#list-saved-filters':
		'saved views by api, get stored segments of results, list bookmarks of results',
	'/api/saved-filters/#save-a-filter':
		'create a saved view by api, store a results filter, bookmark a segment of answers',
	'/api/saved-filters/#update-a-saved-filter':
		'rename a saved view by api, edit a stored results filter',
	'/api/saved-filters/#delete-a-saved-filter':
		'remove a saved view by api, drop a stored results filter',
	'/api/sites/#_top':
		'projects api, apps api, environments api, project settings over http, api keys endpoints, key management api',
	'/api/sites/#list-sites':
		'get all projects by api, list apps, list environments, find my project id',
	'/api/sites/#create-a-site': 'create a project over the api, provision',
	'/api/sites/#get-a-site':
		'read a project by api, project details, app details, is my app connected',
	'/api/sites/#rename-a-site': 'change the project name by api, rename an app',
	'/api/sites/#get-the-settings-of-a-site':
		'read project configuration by api, current allowed origins, current throttling settings',
	'/api/sites/#change-the-settings-of-a-site': 'update settings by api, set origins by api',
	'/api/sites/#create-a-debug-token':
		'debug mode token by api, verbose decisions in the browser, debug session',
	'/api/sites/#list-proof-keys':
		'signing keys by api, which hmac keys exist, identity verification keys',
	'/api/sites/#create-a-proof-key':
		'new signing key by api, rotate the identity verification secret, generate an hmac key, jwt signing key',
	'/api/sites/#remove-a-proof-key':
		'delete a signing key by api, retire the old hmac key, leaked identity secret',
	'/api/sites/#list-site-keys': 'list backend api keys, which server keys exist, write keys',
	'/api/sites/#create-a-site-key': 'create backend key by api',
	'/api/sites/#revoke-a-site-key':
		'delete a backend api key, server key leaked, disable a write key, invalidate a secret key',
	'/api/templates/#_top': 'templates by api',
	'/api/templates/#list-templates':
		'get presets by api, own survey templates over http, template library',
	'/api/templates/#save-a-template':
		'create a survey template by api, store a survey as a preset, reuse a survey',
	'/api/templates/#delete-a-template': 'remove a preset by api, drop a survey template',
	'/api/visitors/#_top':
		'users api, contacts api, people api, data subject requests over http, privacy api, gdpr endpoints',
	'/api/visitors/#find-a-visitor': 'lookup contact by api, get person by api',
	'/api/visitors/#export-a-visitor': 'dsar by api',
	'/api/visitors/#erase-a-visitor': 'delete a person over http, gdpr by api',
	'/api/workspaces/#_top':
		'organizations api, team api, members api, users and roles over http, account endpoints, scim',
	'/api/workspaces/#who-am-i': 'test my token, current user, check authentication, whoami',
	'/api/workspaces/#change-your-name': 'update my profile by api, display name, rename my user',
	'/api/workspaces/#create-a-workspace':
		'create an organization by api, new team over http, new tenant',
	'/api/workspaces/#rename-a-workspace': 'rename an organization by api, change the team name',
	'/api/workspaces/#list-members':
		'list team members by api, who has access, users of the organization, roles of colleagues',
	'/api/workspaces/#change-the-role-of-a-member': 'change permissions by api, promote to owner',
	'/api/workspaces/#remove-a-member': 'offboard a colleague, leave workspace, kick a user',
	'/api/workspaces/#list-invitations': 'pending invites by api, who was invited, open invites',
	'/api/workspaces/#invite-a-person': 'add a member over the api, provisioning',
	'/api/workspaces/#withdraw-an-invitation':
		'cancel an invite by api, revoke an invite link, uninvite',
	'/api/workspaces/#accept-an-invitation':
		'join a team by api, redeem an invite, use an invite link',
	'/api/workspaces/#list-the-audit-log': 'export the audit log, siem',
};
