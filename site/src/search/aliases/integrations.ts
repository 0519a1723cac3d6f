/** Aliases of the pages about integrations; `all.ts` explains what an alias is. */
export const integrationsAliases: Record<string, string> = {
	'/integrations/email/#_top':
		'get an email for a new response, email notification, daily summary, email notification on new response, daily digest, weekly summary email, notify by email, responseFinished email, alert, digest instead of single notifications, batch notifications, summary email, daily digest of responses, email on new response, weekly report',
	'/integrations/email/#add-a-digest':
		'weekly summary, daily report, scheduled report, weekly report, summary email, schedule email, monday morning, too many emails, each response by mail',
	'/integrations/email/#recipients-confirm-their-address':
		'confirmation mail, recipient not confirmed, no email received, external recipient, resend confirmation, double opt-in',
	'/integrations/email/#unsubscribe':
		'stop emails, turn off notifications, opt out, list-unsubscribe',
	'/integrations/email/#set-up-sending':
		'smtp, mail server, emails do not arrive, sender address, ses, sendgrid, mailgun, emails are not sent, mail does not arrive, smtp not configured, resend api, postmark, gmail, spam folder, email provider, emails not being sent, smtp for notifications',
	'/integrations/export/#_top':
		'data warehouse, bulk download, dump, etl, bigquery, snowflake, redshift, duckdb, backup of answers, export all data, bulk export, csv, parquet, metabase, power bi, tableau, looker, google sheets, airtable, backup responses, exporting many responses times out, large export, power bi every night, download everything, huge export, comments and tags in downloads, csv of all answers, analytics export',
	'/integrations/export/#columns-of-responses':
		'csv columns, what is in the export, header names, user id column, answers as columns, timestamps in the export, missing columns, other option text in the export, country and browser columns, metadata columns, url column, metadata in csv, tags column, completed column, page of the response',
	'/integrations/export/#columns-of-displays':
		'who did not answer, non-responders, export impressions, views export, response rate raw data',
	'/integrations/export/#read-parquet':
		'duckdb, pandas, spark, polars, r, pyarrow, query the export with sql, join answers and displays',
	'/integrations/export/#read-ndjson': 'json lines, jq, pandas read_json, python',
	'/integrations/export/#export-only-what-is-new':
		'incremental, nightly sync, cron, delta, incremental export, nightly job, cron export, sync to warehouse, since last run, scheduled export, every night, nightly power bi',
	'/integrations/export/#read-changes-with-a-cursor':
		'polling, change feed, sync, stream, poll the api for new responses, sync responses, webhook alternative, since timestamp, updated responses',
	'/integrations/overview/#_top':
		'connect other tools, connectors, send data elsewhere, push, automation, send data to other tools, zapier alternative, connect crm, export automatically, push responses, notify on survey responses, notification for new responses, send answers to email or slack, forward responses',
	'/integrations/overview/#what-a-destination-receives':
		'which events are sent, only completed responses, partial responses in webhook, include user attributes, email of the user in the webhook, anonymous webhook, only some surveys, filter webhooks, only low scores, webhook should include user email and attributes, partial responses are not sent, incomplete responses, did not match the filter criteria, filter of a destination, partial responses, answers of the first question only, event filter, only certain surveys, only finished answers, filter messages, choose events, one message per response',
	'/integrations/overview/#who-may-add-a-destination':
		'permissions, admin only, cannot add a webhook, permission denied, button missing, owner only, api to create webhooks',
	'/integrations/overview/#when-a-delivery-fails':
		'receiver down, retry, failing hook, disabled automatically, missed messages, endpoint down, webhook retry, gives up, disabled after failures, lost webhooks, at least once, order, webhook not called, nothing arrives, messages missing, not triggered',
	'/integrations/payloads/#_top':
		'webhook body, example payload, json format of a webhook, webhook json, webhook schema, fields of a webhook, example body, question text in the webhook, what is in the payload, question title missing, event types, sample payload, what does the webhook body look like, event body, question ids instead of titles, response key of a question, question id in the payload, answer text in the message, template variables',
	'/integrations/payloads/#responsecreated':
		'new answer, on first answer, new response webhook, responseCreated, started, when someone begins',
	'/integrations/payloads/#responseupdated':
		'response updated webhook, responseUpdated, each answer sends a webhook, several webhooks per response, every question, called several times, multiple messages, answer edited, changed score',
	'/integrations/payloads/#responseclosed':
		'survey completed, abandoned, finished, partial, responseFinished, response finished webhook, completed event, send only when complete, one webhook per response, final answer, dismissed, when a response is final, complete answer, once per response',
	'/integrations/payloads/#promptpublished': 'survey went live webhook, notify on publish',
	'/integrations/payloads/#promptpaused': 'survey stopped webhook, notify on pause',
	'/integrations/payloads/#budgetreached':
		'limit reached webhook, notify when enough responses, quota full',
	'/integrations/payloads/#approvalrequested': 'notify when an agent asks, approval webhook',
	'/integrations/payloads/#approvaldecided': 'approved or denied webhook',
	'/integrations/payloads/#visitorerased':
		'gdpr deletion downstream, forget, user deleted webhook, delete in my crm too, downstream deletion',
	'/integrations/slack/#_top':
		'post low scores to slack, detractors alert, channel, slack webhook, slack integration, slack notification, send responses to slack, slack bot, slack channel, slack message shows question ids, what a slack post looks like, notification to slack when a response comes in, survey responses in a slack channel, nps to slack, incoming webhook url, slack app, slack webhook url, connect slack, oauth slack, private channel, invalid slack url, channel not found, no_service, change channel, invite bot, slack destination',
	'/integrations/slack/#choose-what-is-posted':
		'only low scores, filter, threshold, noise, too many slack messages, only detractors, slack filter, mention a person, format of the message, customer name in slack, partial responses in slack',
	'/integrations/webhook-signatures/#_top':
		'verify a webhook, express middleware, hmac, svix, verify signature, invalid signature, signature mismatch, webhook-signature header, hmac sha256, secret whsec, body parser, express.json, raw body, timestamp tolerance, replay, authenticate webhooks, is it really from you, does it really come from our instance, trust a webhook, authenticity, x-signature header, signature validation fails, json parse changes the body, replay attack, old timestamp, hmac of the body, invalid signature on retry',
	'/integrations/webhook-signatures/#node':
		'verify in node, express raw body, invalid signature when json middleware parses the body, next route handler, fastify, standardwebhooks npm, javascript',
	'/integrations/webhook-signatures/#python': 'verify in python, flask, django, fastapi',
	'/integrations/webhook-signatures/#ruby': 'verify in ruby, rails, sinatra',
	'/integrations/webhook-signatures/#go': 'verify in go, golang, net/http',
	'/integrations/webhook-signatures/#php': 'verify in php, laravel, symfony',
	'/integrations/webhooks/#_top':
		'http callback, hook, callback url, post to my server, receive responses on my endpoint, push, webhook, post request on new response, call my api when someone answers, n8n, make.com, zapier webhook, automation, callback, add a webhook, webhook url rejected, http not allowed, https required, localhost url, private ip, internal address, 10.0.0.1, docker network, ssrf, basic auth in url, custom headers, host resolves to a private ip, reserved ip blocked, ssrf protection, ip address with port, http url refused, webhook url with ip',
	'/integrations/webhooks/#write-the-receiver':
		'endpoint, handler, express, timeout, 2xx, idempotent, duplicates, webhook called several times for one response, duplicate webhooks, received twice, double delivery, respond with 200, timeout 10 seconds, order of events, idempotency, raw body, lambda, fastapi, lambda is slow, webhook times out, answer quickly, queue, deduplicate by delivery id, same notification several times, repeat side effects, process twice, duplicate messages, handle twice, same message again',
	'/integrations/webhooks/#retries':
		'backoff, failed delivery, how often is it tried, how many retries, retry schedule, failed webhook, 500 error from my endpoint, retry-after, 410, endpoint returned 500 for an hour, are those answers gone',
	'/integrations/webhooks/#redelivery':
		'redeliver, replay, resend a failed hook, missed events, recover after downtime, resend, missed webhooks, server was down, redeliver all, send again, backfill, answers lost while my endpoint was down, get them again',
	'/integrations/webhooks/#replace-the-secret':
		'rotate signing secret, new webhook secret, rotate webhook secret, two signatures, secret leaked, change secret without downtime',
	'/integrations/webhooks/#develop-on-your-own-machine':
		'localhost, ngrok, tunnel, local testing, test webhooks locally, cloudflared, forward to a local port, stripe listen, http://localhost as webhook url, test webhooks on localhost, local webhook',
};
