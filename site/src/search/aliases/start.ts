/** Aliases of the first pages, the recipes and the comparisons; `all.ts` says what an alias is. */
export const startAliases: Record<string, string> = {
	'/#_top':
		'microsurvey tool, nps tool, in-product survey, user feedback platform, voice of the customer, open source',
	'/#light-enough-to-forget': 'lightweight, bundle size, performance impact',
	'/#what-it-promises': 'guarantees, reliability, why this one',
	'/#what-feedback-is-not': 'product analytics, not a mixpanel or amplitude',
	'/start/quick-starts/#for-a-developer':
		'getting started, minimal setup, try it on my laptop, run locally',
	'/start/quick-starts/#for-a-product-manager': 'no code, create my first survey, non-technical',
	'/start/quick-starts/#for-a-coding-agent': 'ai agent quick start, copilot, codex, claude code',
	'/start/five-minutes/#_top': 'tutorial, hello world, getting started, demo, try it out',
	'/start/five-minutes/#run-the-service-on-your-machine':
		'run locally, without docker, laptop, minimal steps, local development, localhost',
	'/start/how-it-works/#_top':
		'architecture, under the hood, data flow, lifecycle, sequence diagram',
	'/start/how-it-works/#from-an-event-to-an-answer':
		'what happens after an event, between a click and the popup, request flow',
	'/start/how-it-works/#the-life-of-a-display':
		'impression, states of a display, shown, seen, partial response, abandoned',
	'/start/how-it-works/#subjects-whom-limits-are-about':
		'who counts as one person, several devices, cross-device',
	'/start/how-it-works/#sessions': 'session timeout, session length, new session, inactivity',
	'/start/figures/#script-size':
		'kilobytes, kb, bundle size, file size, weight of the library, lighthouse',
	'/start/figures/#sizes-of-other-sdks': 'compared to competitors, lighter than sprig or posthog',
	'/start/figures/#from-the-event-to-the-prompt':
		'latency, how fast does the popup appear, response time',
	'/start/figures/#events-per-second-over-http':
		'throughput, benchmark, load, requests per second, capacity',
	'/start/not-supported/#mobile-apps':
		'ios, android, react native, flutter, swift, kotlin, expo, capacitor, native app sdk',
	'/start/not-supported/#link-surveys-and-surveys-by-e-mail':
		'typeform, google forms, surveymonkey, survey link, share a url, email survey, sms, qr code, embed in newsletter',
	'/start/not-supported/#session-replay-heatmaps-and-analytics':
		'hotjar, fullstory, recordings, funnels, screenshots, autocapture, feature flags',
	'/start/not-supported/#a-hosted-service-prices-and-data-residency':
		'pricing, cost, monthly fee, free tier, license, saas, cloud version, eu hosting, where is data stored, sla, soc2, hipaa',
	'/start/not-supported/#kubernetes-and-other-platforms':
		'helm chart, k8s, windows server, vercel, heroku, fly.io, aws lambda, arm',
	'/start/not-supported/#environments': 'dev and prod, test mode, sandbox, staging',
	'/start/not-supported/#integrations-that-do-not-exist-yet':
		'zapier, make, n8n, segment, hubspot, salesforce, intercom, jira, linear, microsoft teams, discord, notion, google sheets, snowflake, bigquery, crm connector',
	'/start/not-supported/#questions-and-answers-that-do-not-exist':
		'file upload, attachment, matrix, ranking, drag and drop, slider, video, voice, date picker, signature, quiz score, ai summary, sentiment analysis',
	'/recipes/nps-every-quarter/#_top':
		'quarterly nps, relationship survey, every 90 days, recurring nps, promoters and detractors follow-up',
	'/recipes/csat-after-support/#_top':
		'ticket closed, zendesk, intercom, help desk, support chat rating, post-support survey',
	'/recipes/churn-reasons/#_top':
		'cancellation survey, exit survey, why are people leaving, offboarding, unsubscribe reasons, downgrade, win back',
	'/recipes/pmf-survey/#_top':
		'sean ellis, very disappointed, 40 percent, product market fit score',
	'/recipes/first-use/#_top':
		'new feature feedback, feature adoption, after trying a feature, first time',
	'/recipes/feedback-button/#_top':
		'always-on feedback, floating button, tab, menu item, give feedback link, suggestion box, feature request',
	'/recipes/bug-report/#_top':
		'report a problem, issue reporting, url they were on, attach context, browser version, app version, screenshot',
	'/recipes/beta-programme/#_top':
		'early access, recruit testers, user research participants, opt-in, interview invitation, waitlist',
	'/recipes/server-event/#_top': 'renewal, invoice paid, backend trigger, subscription, cron',
	'/recipes/slack-low-scores/#_top':
		'alert on detractors, unhappy customers, bad rating alert, closing the loop, channel',
	'/recipes/approve-a-draft/#_top':
		'agent writes a survey, review before launch, ai generated survey, human in the loop',
	'/recipes/test-with-playwright/#_top':
		'cypress, selenium, puppeteer, e2e, end-to-end tests, headless browser, automated tests, mock, disable in tests',
	'/recipes/staging-and-production/#_top':
		'environments, dev test prod, promote, copy between projects, preview deployments, localhost',
	'/recipes/gdpr/#_top': 'dsgvo, ccpa, compliance, data protection, privacy law, dpa',
	'/recipes/gdpr/#consent': 'cookie banner, opt in first, consent management, onetrust, cookiebot',
	'/recipes/gdpr/#access': 'subject access request, dsar, copy of their data',
	'/recipes/gdpr/#erasure': 'delete my data, right to be forgotten',
	'/compare/overview/#_top':
		'alternatives, versus, competitors, hotjar, qualtrics, typeform, survicate, userpilot, pendo, intercom, delighted, refiner, survey tools',
	'/compare/formbricks/#_top': 'formbricks alternative, vs formbricks, migrate from formbricks',
	'/compare/posthog/#_top': 'posthog alternative, vs posthog, surveys of an analytics suite',
	'/compare/sprig/#_top': 'sprig alternative, vs sprig, userleap',
	'/compare/sentry/#_top':
		'sentry alternative, user feedback widget, error tracker, bug reporting tool, vs sentry',
	'/start/not-supported/#importing-responses-from-other-tools':
		'import survey data, migrate from another tool, historical responses, csv import',
};
