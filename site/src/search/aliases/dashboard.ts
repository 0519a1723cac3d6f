/** Aliases of the pages about the dashboard and integrations; `all.ts` says what an alias is. */
export const dashboardAliases: Record<string, string> = {
	'/dashboard/first-run/#create-a-site-and-see-its-first-event':
		'create a project, onboarding, new workspace, get the key, add another app',
	'/dashboard/first-run/#invite-your-team':
		'add a colleague, teammates, members, read-only access, seats, collaborators',
	'/dashboard/first-run/#find-your-way-by-keyboard': 'shortcuts, command palette, cmd k, hotkeys',
	'/dashboard/prompts/#_top': 'survey editor, builder, create a survey, no-code',
	'/dashboard/prompts/#start-from-a-template':
		'templates: nps, csat, churn, pmf, cancellation, ready made, examples, library, presets, starter',
	'/dashboard/prompts/#edit-with-a-live-preview':
		'wysiwyg, undo, redo, drag questions, autosave, unsaved changes',
	'/dashboard/prompts/#see-whom-it-would-have-reached':
		'estimate, how many people would see it, forecast, sample size, audience size, reach',
	'/dashboard/prompts/#see-what-it-takes-from-other-prompts':
		'overlap, cannibalize, conflict between surveys, interference',
	'/dashboard/prompts/#test-the-rules-of-a-draft': 'simulate, dry run, would this user see it',
	'/dashboard/prompts/#test-a-draft-on-your-own-site':
		'preview before launch, try it in production, test link, qa, staging preview',
	'/dashboard/prompts/#publish': 'launch a survey, go live',
	'/dashboard/prompts/#pause-or-go-back-to-an-earlier-revision':
		'pause or stop a running survey, rollback, revert to the previous version, undo publish, stop, disable, archive, restore an old version, undo',
	'/dashboard/results/#_top': 'where do I see the results, answers, reports, charts',
	'/dashboard/results/#see-how-a-prompt-does':
		'response rate, completion rate, analytics, drop-off',
	'/dashboard/results/#see-how-all-live-prompts-do':
		'overview of all surveys, score table, compare surveys, trend, period over period',
	'/dashboard/results/#know-how-sure-a-figure-is':
		'margin of error, confidence interval, statistical significance, plus minus, enough answers, reliable',
	'/dashboard/results/#filter-by-a-part-of-the-visitors':
		'segment the results, breakdown by plan, by country, date range, slice',
	'/dashboard/results/#read-single-responses':
		'individual answers, raw data, latest submissions, who answered, partial answers, live',
	'/dashboard/results/#compare-two-parts-of-the-responses':
		'before and after, two segments side by side, cross tab, difference between groups, a/b result',
	'/dashboard/results/#export-responses': 'csv download, excel, spreadsheet, google sheets, json',
	'/dashboard/inbox/#_top':
		'open text answers, comments, verbatims, triage, qualitative feedback, to-do',
	'/dashboard/inbox/#search': 'full text search, find a comment, keyword',
	'/dashboard/inbox/#see-who-wrote-it':
		'author, reply to a customer, contact, context of an answer',
	'/dashboard/inbox/#tag-assign-and-note':
		'labels, categorize, owner, status, internal comment, themes, mark as resolved',
	'/dashboard/events/#_top':
		'live stream of incoming actions, activity, event log, debugger, explorer',
	'/dashboard/events/#see-why-a-prompt-did-not-show':
		'debug why nothing appeared for one person, why did a user not see the survey, why did a customer not get asked, inspect a decision, explain',
	'/dashboard/events/#test-rules-for-any-visitor':
		'simulate, what would happen for this user, dry run',
	'/dashboard/events/#see-which-events-your-app-reports':
		'event volume, schema, property values, unused events',
	'/dashboard/events/#watch-events-arrive': 'live view, real time stream, incoming events, tail',
	'/dashboard/visitors/#find-a-visitor':
		'look up one customer, user profile, person, timeline, history of a user, search by account id',
	'/dashboard/visitors/#export-a-visitors-data': 'gdpr subject access request, data portability',
	'/dashboard/visitors/#erase-a-visitor':
		"right to be forgotten, gdpr erasure, delete a person's data, delete a user",
	'/dashboard/settings/#_top': 'project settings, preferences, configuration of a site',
	'/dashboard/settings/#pause-all-prompts':
		'kill switch, emergency stop, turn everything off, disable all surveys',
	'/dashboard/settings/#time-zone': 'timezone, day boundaries, reports in local time',
	'/dashboard/settings/#allow-only-your-own-pages':
		'allowed domains, works on localhost but not on the live domain, origin not allowed, cors, domain whitelist, allowlist, referrer, restrict domain, someone else uses my site id',
	'/dashboard/settings/#make-or-rotate-a-proof-key': 'signing secret, new key, roll',
	'/dashboard/settings/#create-or-replace-a-site-key': 'backend key, api secret, server token',
	'/dashboard/settings/#ask-people-less-often':
		'global frequency, cooldown, nag, quiet period, survey fatigue',
	'/dashboard/settings/#appearance': 'default theme, brand colours for all surveys',
	'/dashboard/settings/#see-who-changed-what':
		'who changed this survey, history of changes, audit trail, activity log',
	'/dashboard/first-run/#choose-your-name':
		'display name, profile, change my name, full name, avatar, initials',
	'/dashboard/delete/#_top': 'remove, trash, close my account',
	'/dashboard/delete/#keep-the-responses-of-a-prompt': 'delete a survey but keep answers, archive',
	'/dashboard/delete/#undo-a-deletion':
		'restore a deleted survey, recover, deleted by mistake, recycle bin, trash',
	'/dashboard/integrations/#_top': 'connect slack, notifications, hooks',
	'/dashboard/integrations/#test-it': 'send a sample, test message, ping',
	'/dashboard/integrations/#see-what-was-delivered':
		'delivery log, failed hooks, resend, redeliver, replay, webhook history',
	'/dashboard/approvals/#_top': 'approve before it goes live, four eyes, review a change',
	'/dashboard/approvals/#what-to-check-before-you-approve':
		'review, checklist, suspicious request, phishing',
	'/dashboard/approvals/#once-or-until-a-time': 'temporary access, expiry, standing permission',
	'/dashboard/approvals/#end-an-approval': 'revoke, withdraw access, disconnect an agent',
	'/integrations/overview/#_top':
		'connect other tools, connectors, send data elsewhere, push, automation',
	'/integrations/overview/#who-may-add-a-destination': 'permissions, admin only',
	'/integrations/overview/#when-a-delivery-fails':
		'receiver down, retry, failing hook, disabled automatically, missed messages',
	'/integrations/webhooks/#_top':
		'http callback, hook, callback url, post to my server, receive responses on my endpoint, push',
	'/integrations/webhooks/#write-the-receiver':
		'endpoint, handler, express, timeout, 2xx, idempotent, duplicates',
	'/integrations/webhooks/#retries': 'backoff, failed delivery, how often is it tried',
	'/integrations/webhooks/#redelivery':
		'redeliver, replay, resend a failed hook, missed events, recover after downtime',
	'/integrations/webhooks/#replace-the-secret': 'rotate signing secret, new webhook secret',
	'/integrations/webhooks/#develop-on-your-own-machine': 'localhost, ngrok, tunnel, local testing',
	'/integrations/webhook-signatures/#_top': 'verify a webhook, express middleware, hmac, svix',
	'/integrations/payloads/#_top': 'webhook body, example payload, json format of a webhook',
	'/integrations/payloads/#responsecreated': 'new answer, on first answer',
	'/integrations/payloads/#responseclosed': 'survey completed, abandoned, finished, partial',
	'/integrations/payloads/#visitorerased': 'gdpr deletion downstream, forget',
	'/integrations/slack/#_top': 'post low scores to slack, detractors alert, channel, slack webhook',
	'/integrations/slack/#connect-a-channel': 'incoming webhook url, slack app',
	'/integrations/slack/#choose-what-is-posted': 'only low scores, filter, threshold, noise',
	'/integrations/email/#_top': 'get an email for a new response, email notification, daily summary',
	'/integrations/email/#add-a-digest': 'weekly summary, daily report, scheduled report',
	'/integrations/email/#set-up-sending':
		'smtp, mail server, emails do not arrive, sender address, ses, sendgrid, mailgun',
	'/integrations/export/#_top':
		'data warehouse, bulk download, dump, etl, bigquery, snowflake, redshift, duckdb, backup of answers',
	'/integrations/export/#read-parquet': 'duckdb, pandas, spark, polars',
	'/integrations/export/#export-only-what-is-new': 'incremental, nightly sync, cron, delta',
	'/integrations/export/#read-changes-with-a-cursor': 'polling, change feed, sync, stream',
	'/dashboard/results/#share-results':
		'public link to results, report for people without an account, read-only dashboard, stakeholders',
	'/dashboard/inbox/#keep-a-codebook-of-themes': 'tags, labels, categories, taxonomy, topics',
};
