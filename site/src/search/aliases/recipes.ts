/** Aliases of the recipes and the comparisons; `all.ts` explains what an alias is. */
export const recipesAliases: Record<string, string> = {
	'/compare/formbricks/#_top': 'formbricks alternative, vs formbricks, migrate from formbricks',
	'/compare/formbricks/#where-formbricks-is-better':
		'formbricks features, exit intent, scroll trigger, no-code triggers, link surveys, matrix, file upload, contact management',
	'/compare/formbricks/#where-feedback-differs':
		'why not formbricks, formbricks local storage, advantages over formbricks',
	'/compare/overview/#_top':
		'alternatives, versus, competitors, hotjar, qualtrics, typeform, survicate, userpilot, pendo, intercom, delighted, refiner, survey tools, which tool, comparison table, vs, difference to other survey tools, better than, hotjar surveys, chameleon, pendo nps, usersnap, canny, productboard, difference to hotjar, compare with typeform style tools, instead of',
	'/compare/overview/#which-one-to-choose':
		'should I use this, is it the right tool, when not to use, recommend, which is better for me',
	'/compare/overview/#side-by-side':
		'feature matrix, feature comparison, license comparison, price comparison, table of features',
	'/compare/overview/#what-was-tried':
		'two tabs show the survey twice in other tools, test of competitors, reproduce, duplicate display formbricks posthog',
	'/compare/posthog/#_top': 'posthog alternative, vs posthog, surveys of an analytics suite',
	'/compare/posthog/#where-posthog-is-better':
		'posthog surveys features, feature flags, autocapture triggers, sql over answers',
	'/compare/posthog/#where-feedback-differs':
		'why not posthog surveys, posthog survey shown twice, advantages over posthog',
	'/compare/sentry/#_top':
		'sentry alternative, user feedback widget, error tracker, bug reporting tool, vs sentry',
	'/compare/sentry/#two-different-questions':
		'use both sentry and this, user feedback button, crash report dialog',
	'/compare/sentry/#where-sentry-is-better':
		'screenshots in feedback, replay attached, error linked to feedback',
	'/compare/sentry/#where-feedback-differs':
		'sentry form behind a modal dialog, opens behind our own modal, targeting in sentry, dialog covers it, top layer',
	'/compare/sprig/#_top': 'sprig alternative, vs sprig, userleap',
	'/compare/sprig/#where-sprig-is-better':
		'sprig features, session replay, ai analysis, mobile surveys',
	'/compare/sprig/#what-is-alike': 'sprig track, similar to sprig, migrate sprig code',
	'/compare/sprig/#where-feedback-differs':
		'why not sprig, open source sprig, sprig price, advantages over sprig',
	'/recipes/approve-a-draft/#_top':
		'agent writes a survey, review before launch, ai generated survey, human in the loop, let claude write a survey, ai creates a survey, agent drafts, review before publishing, claude code survey',
	'/recipes/beta-programme/#_top':
		'early access, recruit testers, user research participants, opt-in, interview invitation, waitlist, invite to beta, early access list, recruit for interviews, user research panel, book an interview, opt in to beta, testers, opt in',
	'/recipes/bug-report/#_top':
		'report a problem, issue reporting, url they were on, attach context, browser version, app version, screenshot, report a bug button, bug form, sentry user feedback alternative, include url and version, send to github issues, jira ticket, attach logs, page of the report, current url with the response, page where the feedback was given, environment context, app version and browser in the report, something went wrong, crash page, error page, what happened, report an issue, steps to reproduce',
	'/recipes/churn-reasons/#_top':
		'cancellation survey, exit survey, why are people leaving, offboarding, unsubscribe reasons, downgrade, win back, why do users cancel, cancel flow, subscription cancelled, unsubscribe survey, churn survey, ask before deleting account, downgrade reason, when someone churns, user leaves, leaves a beta, cancels the plan',
	'/recipes/csat-after-support/#_top':
		'ticket closed, zendesk, intercom, help desk, support chat rating, post-support survey, after a ticket is solved, support satisfaction, rate the conversation, after chat, helpdesk survey',
	'/recipes/feedback-button/#_top':
		'always-on feedback, floating button, tab, menu item, give feedback link, suggestion box, feature request, permanent feedback widget, feedback form always available on every page, give feedback button, feedback tab, users can send feedback anytime, form disappears after submitting, open many times, send repeatedly, contact form, idea box, user initiated, track button click and pop a survey, open on click, button opens survey, persistent feedback widget, always available, give feedback anytime, bug and feedback widget on every page, customize the feedback icon, hide the feedback button, own launcher, custom launcher, feedback icon in the corner, collect ideas, feedback widget on docs, permanent button, side tab, contact us, give feedback any time, report a problem button, launcher',
	'/recipes/first-use/#_top':
		'new feature feedback, feature adoption, after trying a feature, first time, ask after first export, after the user tries a feature, feature satisfaction, first time only, new feature survey',
	'/recipes/gdpr/#_top':
		'dsgvo, ccpa, compliance, data protection, privacy law, dpa, gdpr compliant, dsgvo konform, legal, privacy checklist, is it gdpr compliant, someone requests deletion, right of access, personal data request',
	'/recipes/gdpr/#consent':
		'cookie banner, opt in first, consent management, onetrust, cookiebot, load only after consent, cookie consent, opt-in, disable until accepted, opt out, withdraw consent, consent mode, do not track, usercentrics, klaro, respect do not track, global privacy control, gpc, dnt, accepted tracking, only after the user accepted cookies, decline tracking, opt out of tracking, allow visitors to opt out, do not initialize until consent, disable tracking by default, cookie wall, user declines, before the user accepts, permission dialog, start after consent',
	'/recipes/gdpr/#access':
		'subject access request, dsar, copy of their data, data subject request, give a customer her data, art 15, export of one person',
	'/recipes/gdpr/#erasure':
		'delete my data, right to be forgotten, art 17, delete data of a customer, erase in other systems too, deletion request, participant wants to be removed',
	'/recipes/gdpr/#retention':
		'storage period, delete automatically, how long, data minimisation, shorten retention for gdpr',
	'/recipes/nps-every-quarter/#_top':
		'quarterly nps, relationship survey, every 90 days, recurring nps, promoters and detractors follow-up, repeat nps every 3 months, nps survey setup, relationship nps, nps recipe, yearly nps, follow-up on score, ask all customers regularly, repeat nps, repeating survey, nps campaign, quarterly survey, twice a year',
	'/recipes/pmf-survey/#_top':
		'sean ellis, very disappointed, 40 percent, product market fit score, product market fit, superhuman, disappointed question, must-have score',
	'/recipes/server-event/#_top':
		'renewal, invoice paid, backend trigger, subscription, cron, ask after payment, after import finished, trigger from backend, survey after background job, after renewal, next login, trigger when something happens in the backend, business logic on the server, push a survey from the server',
	'/recipes/slack-low-scores/#_top':
		'alert on detractors, unhappy customers, bad rating alert, closing the loop, channel, notify on bad nps, alert unhappy customer, slack when score below, negative feedback alert, detractor notification',
	'/recipes/staging-and-production/#_top':
		'environments, dev test prod, promote, copy between projects, preview deployments, localhost, dev prod separation, test data in production, staging site, copy survey from staging to production, different id per environment, env variable, sandbox, mixed test responses, do not load in local development, only production builds, disable in development, localhost tracking, import survey into another instance, environment specific id, test environment, development site, promote to live',
	'/recipes/test-with-playwright/#_top':
		'cypress, selenium, puppeteer, e2e, end-to-end tests, headless browser, automated tests, disable in tests, e2e tests popups interfere, survey breaks my tests, disable popups in tests, playwright never sees the popup, ci tests, headless does not show, test automation, cypress run gets interrupted by the dialog, disable surveys in cypress, popups in ci, welcome popup blocks cypress, dialog covers elements in e2e, disable the widget during tests, cy.wait, e2e disable, automated browser tests',
	'/recipes/test-with-playwright/#unit-tests-with-a-mock':
		'mock, mock the sdk, vitest, jest, vi.mock, jest.mock, stub, spy, fake, jsdom, testing library, component test, assert that an event was tracked',
	'/recipes/test-with-playwright/#cypress': 'cypress.config, cy.intercept, cypress run, userAgent',
};
