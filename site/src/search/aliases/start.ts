/** Aliases of the first pages; `all.ts` explains what an alias is. */
export const startAliases: Record<string, string> = {
	'/#_top':
		'microsurvey tool, nps tool, in-product survey, user feedback platform, voice of the customer, open source, what is this, nps popup, ask users a question inside the app, feedback widget, free survey software, self-hosted survey tool',
	'/#five-lines-in-your-app':
		'code example, minimal snippet, how little code, hello world, how does it look in code',
	'/#light-enough-to-forget':
		'lightweight, bundle size, performance impact, does it slow down my site, small sdk, lighthouse score, gzip',
	'/#two-commands': 'how do I try it, get the code, clone the repository, npm ci, getting started',
	'/#who-it-is-for': 'target users, developers, product managers, operators, use cases',
	'/#what-it-promises':
		'guarantees, reliability, why this one, never shown twice, exactly once, no lost events, never blocks the page',
	'/#what-feedback-is-not': 'product analytics, not a mixpanel or amplitude',
	'/start/figures/#_top': 'benchmarks, performance, measured numbers, methodology',
	'/start/figures/#script-size':
		'kilobytes, kb, bundle size, file size, weight of the library, lighthouse, how big is the sdk, bundle got bigger, minified, gzip, tree shaking, bundlephobia',
	'/start/figures/#sizes-of-other-sdks':
		'compared to competitors, lighter than sprig or posthog, posthog-js is too big, formbricks bundle size, sentry bundle size, heavy sdk',
	'/start/figures/#from-the-event-to-the-prompt':
		'latency, how fast does the popup appear, response time, speed, delay until it shows, slow to appear, milliseconds, lag',
	'/start/figures/#showing-a-prompt-once':
		'race condition, two tabs at the same moment, shown twice, concurrent requests, double popup test, asked twice in two tabs, duplicate display, clicked submit twice',
	'/start/figures/#many-displays-on-one-budget':
		'hot row, row lock contention, hot counter, quota under load, many users at once on one quota, launch day spike, throughput of a limited survey, lock wait',
	'/start/figures/#what-one-event-costs-the-database':
		'database load, cpu per event, queries per event, write load, postgres performance',
	'/start/figures/#events-per-second-over-http':
		'throughput, benchmark, load, requests per second, capacity, how many events can it handle, rps, stress test, scale, latency percentiles',
	'/start/five-minutes/#_top':
		'tutorial, hello world, getting started, demo, try it out, prerequisites, node version, do I need docker, quick demo, redis not needed, clickhouse not needed',
	'/start/five-minutes/#run-the-service-on-your-machine':
		'run locally, without docker, laptop, minimal steps, local development, localhost, npm start, EADDRINUSE, port already in use, git clone, first start is slow, windows, wsl',
	'/start/five-minutes/#report-your-first-event-from-your-own-app':
		'first integration, test it in my own app, paste the script, try with my site',
	'/start/five-minutes/#what-to-read-next': 'next steps, learning path, tutorial order',
	'/start/how-it-works/#_top':
		'architecture, under the hood, data flow, lifecycle, sequence diagram, what happens after an event, between a click and the popup, request flow, client side or server side evaluation, where is targeting evaluated, number of requests, does it poll the server, is the survey definition downloaded to the browser, requests per event, network traffic, round trips, client or server decides',
	'/start/how-it-works/#the-life-of-a-display':
		'impression, states of a display, shown, seen, partial response, abandoned, seen but not answered, tab in the background, hidden tab, closed before it appeared, when does a view count, impression counted but popup not visible, display count higher than impressions, wrong number of displays, views too high, reserved, confirmed, viewed, expired',
	'/start/how-it-works/#delayed-prompts':
		'popup with a delay, user navigated away before the delay, page change while waiting, timer lost on navigation, two tabs with a delay, delay timer is reset when navigating to another route, route change during delay, navigates to another page before the delay, timer during navigation, waiting survey and route change, navigates away during the delay, leaves the page before it shows',
	'/start/how-it-works/#a-settled-promise-stays-true':
		'event resolved false but was stored, late answer of the server, slow network, timeout of event',
	'/start/how-it-works/#subjects-whom-limits-are-about':
		'who counts as one person, several devices, cross-device, same user on phone and laptop, asked again on another device, already answered on a different device, second browser, incognito, cleared cookies, cleared local storage, sees the survey again after login, unique users, after clearing cookies the same user is asked again, switching browsers, new browser, other browser, second time after changing the browser, each incognito window, browse incognito, clear cookies, same person again and again, same person on two devices, another browser, unique user, cleared storage, desktop and phone',
	'/start/how-it-works/#sessions':
		'session timeout, session length, new session, inactivity, what counts as a session, session id, new tab, 30 minutes, session ends, visit, how long is a session, several tabs',
	'/start/not-supported/#_top':
		'limitations, missing features, roadmap, what can it not do, unsupported, feature request',
	'/start/not-supported/#mobile-apps':
		'ios, android, react native, flutter, swift, kotlin, expo, capacitor, native app sdk, cordova, ionic, webview, android sdk, ios sdk, mobile sdk, unity, maui, react-native, flutter web, react native sdk does not show, kotlin multiplatform, iphone app, surveys in react native, available for react native, flutter support, mobile surveys, native sdk, vs code extension, browser extension, native app, phone app in the app store, react native sdk, works in the browser of a phone, tablet app, responsive website on a phone',
	'/start/not-supported/#desktop-apps-with-electron':
		'electron, tauri, desktop app, desktop client, native desktop sdk, nwjs, windows app, mac app, BrowserWindow, renderer process',
	'/start/not-supported/#feature-flags':
		'feature flag, feature toggle, launchdarkly, unleash, growthbook, statsig, rollout, target users in a flag variant, gate, survey only for people with a flag',
	'/start/not-supported/#link-surveys-and-surveys-by-e-mail':
		'typeform, google forms, surveymonkey, survey link, share a url, email survey, sms, qr code, embed in newsletter, standalone survey page, send the survey by email, public survey url, share survey with people who are not users, landing page form, embed in an email, prefill by url parameter, kiosk, offline survey, invite respondents, whatsapp, typeform alternative, single use link, hosted survey page, shareable link, prefill via url, start at a question by url parameter, survey in an email, public poll link, standalone page, send a survey by mail, invitation by e-mail, people who no longer use the product, former customers, public form, text message, hosted form, newsletter',
	'/start/not-supported/#session-replay-heatmaps-and-analytics':
		'hotjar, fullstory, recordings, funnels, screenshots, autocapture, google analytics, funnel, click tracking, product tour, onboarding checklist, changelog widget, nps plus replay, roadmap board, feature voting, upvote, live chat, session replay with feedback, record the session, page analytics, watch what the user did, recording of the session, mask sensitive parts, blur, capture the screen, console logs with a report',
	'/start/not-supported/#a-hosted-service-prices-and-data-residency':
		'pricing, cost, monthly fee, free tier, license, saas, cloud version, eu hosting, where is data stored, sla, soc2, hipaa, how much does it cost, is it free, open source license, mit, agpl, commercial use, enterprise edition, trial, seats, paid features, do you host it, cloud plan, discount, invoice, number of responses included, uptime guarantee, price per month, plans, how much, costs, self-hosting free, enterprise license key, license required, paid plan, is there a cloud version, enterprise feature, free self-hosted features, monthly active users, included responses, billing, plan limits, how many users can I have, in which country is the data, data centre, licence fee, exceed the quota',
	'/start/not-supported/#kubernetes-and-other-platforms':
		'helm chart, k8s, windows server, vercel, heroku, fly.io, aws lambda, arm, helm, kubernetes manifests, windows, macos server, railway, render, cloudflare workers, netlify, lambda, serverless, mysql, mariadb, sqlite, mongodb, cloud run, ecs, openshift, nixos, alpine, unraid, proxmox, cpanel, shared hosting, terraform, ansible, helm chart for kubernetes, k8s deployment, arm image, aws, azure, platforms',
	'/start/not-supported/#environments':
		'dev and prod, test mode, sandbox, staging, separate development and production, test environment, dev environment, switch environment, copy surveys between environments, duplicate across projects, separate test data',
	'/start/not-supported/#integrations-that-do-not-exist-yet':
		'zapier, make, n8n, segment, hubspot, salesforce, intercom, jira, linear, microsoft teams, discord, notion, google sheets, snowflake, bigquery, crm connector, airtable, asana, trello, github issues, zendesk, mailchimp, amplitude, mixpanel, google analytics, activepieces, pipedream, monday, clickup, telegram, mattermost, rocket chat, whatsapp, plugin, native connector, marketplace, google chat, ms teams, post to discord, crm, attio, pipedrive, customer.io, rudderstack, ifttt, zapier trigger is missing, teams message, notion database, native integrations, no connector, power automate, teams channel, sync with the crm, help desk, contact properties, push to salesforce, ticket in jira',
	'/start/not-supported/#public-boards-votes-and-conversations':
		'vote on feature requests, public roadmap, feedback board, upvote ideas, changelog, feature voting, canny alternative, fider, reply to the user who submitted feedback, answer a respondent, live chat, chat with users, contact the visitor, idea portal, comment thread, public feedback page, respond to the person who wrote, answer back, talk to the user, two-way conversation, tell users that it is fixed, feature request board, roadmap, chat with a visitor, notify the author',
	'/start/not-supported/#questions-and-answers-that-do-not-exist':
		'file upload, attachment, matrix, ranking, drag and drop, slider, video, voice, date picker, signature, quiz score, ai summary, sentiment analysis, file upload question, picture choice, image in a question, image question, video question, calendar booking, cal.com, address question, phone question, ranking question, matrix question, scheduling, csat heatmap, captcha, payment, recall an earlier answer, piping, variables, score calculation, quiz, summarize answers with ai, gpt summary, upload a screenshot, rich text, bold text, html in the question, markdown in the question, background image, gif, logo, let people upload a screenshot, attach a file, markdown links are not rendered, does ai read comments, recall information from previous answer, dynamic text with the user name, personalize the question, slider question, graphic scale, prefilled answer, default value of a text, use the name of the user in the text, several fields in one question, contact info question, progress saved, take a screenshot, attach screenshot, submit button text not editable, custom button label, rank options, date question, upload a file, attach an image, drag to order, sort options, grid of statements, likert table, calendar, several inputs on one page, first and last name, personalised text, score of a quiz, pick an image, sub-questions, phone number field, address',
	'/start/not-supported/#importing-responses-from-other-tools':
		'import survey data, migrate from another tool, historical responses, csv import, migrate from formbricks, move from posthog, switch from typeform, bring old responses, upload csv, import contacts, import users, seed history, backfill events, create a response through the api, post a response, submit answers by api, bulk upload contacts, upload old answers, historical data, switch from',
	'/start/quick-starts/#_top':
		'where do I begin, shortest way, first steps, onboarding, get started',
	'/start/quick-starts/#for-a-developer':
		'getting started, minimal setup, try it on my laptop, run locally, checklist for the integration, steps to integrate',
	'/start/quick-starts/#for-a-product-manager':
		'no code, create my first survey, non-technical, can a non-developer make surveys, launch without engineering, create a survey myself, pm guide, marketing',
	'/start/quick-starts/#for-a-coding-agent': 'ai agent quick start, copilot, codex, claude code',
};
