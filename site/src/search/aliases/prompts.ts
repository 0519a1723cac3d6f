/** Aliases of the pages about prompts; `all.ts` says what an alias is. */
export const promptsAliases: Record<string, string> = {
	'/prompts/overview/#_top': 'surveys, campaigns, polls, widgets, popups, forms, nudges',
	'/prompts/overview/#what-a-new-prompt-needs': 'create a survey, minimum, first campaign',
	'/prompts/overview/#draft-and-published':
		'status, live, inactive, unpublished, lifecycle of a survey',
	'/prompts/overview/#publish-a-prompt': 'go live, launch, activate, make it visible',
	'/prompts/overview/#change-a-prompt-without-deploying-the-app':
		'no release, edit a live survey, without code, remote config',
	'/prompts/overview/#revisions': 'version history, versioning, edit a published survey',
	'/prompts/overview/#survey-id': 'slug, identifier of a survey, key',
	'/prompts/overview/#how-the-decision-is-made':
		'order of the checks, targeting logic, which survey is shown, conflict, rules engine',
	'/prompts/questions/#_top':
		'question types, field types, form fields, kinds of inputs, maximum number of questions',
	'/prompts/questions/#what-every-question-has':
		'required or optional question, mandatory, description, subtitle, help text, placeholder, default',
	'/prompts/questions/#rating':
		'csat, customer satisfaction, star rating, emoji scale, thumbs, ces, likert, scale, smileys, thumbs up and down, five stars, happy or sad face, ease of use, effort score',
	'/prompts/questions/#nps':
		'nps survey example, net promoter score, likely to recommend, detractors, recommend to a friend, 0 to 10, promoters',
	'/prompts/questions/#single_choice':
		'radio buttons, dropdown, select one, other option, shuffle or randomize options, poll',
	'/prompts/questions/#multiple_choice':
		'checkboxes, select several, limit the choices, pick up to three, multi select',
	'/prompts/questions/#short_text': 'email field, url, input, one line, phone number, name',
	'/prompts/questions/#long_text': 'open-ended, free text, comment box, textarea, verbatim',
	'/prompts/questions/#yes_no': 'boolean, thumbs, binary, true or false',
	'/prompts/questions/#consent': 'terms checkbox, agree, opt in, privacy policy, gdpr tick',
	'/prompts/questions/#message':
		'welcome screen, intro card, announcement, call to action button, link, cta, information only',
	'/prompts/questions/#thank-you-message':
		'end screen, closing text, confirmation, redirect after completion',
	'/prompts/branching/#_top':
		'logic jumps, skip logic, conditional, follow-up, routing, decision tree, survey flow',
	'/prompts/branching/#skip-questions-after-an-answer':
		'skip logic, conditional questions, follow-up',
	'/prompts/branching/#end-the-survey-early':
		'jump to the end, stop if the answer is no, disqualify',
	'/prompts/branching/#forward-only': 'loop, go back, previous question, back button',
	'/prompts/branching/#conditions-on-an-answer':
		'operators, if the score is low, equals, detractors only, follow-up for low scores',
	'/prompts/translations/#_top':
		'multilingual, localization, localize, i18n, several languages, own language of the customer',
	'/prompts/translations/#translate-a-prompt':
		'german, french, spanish, add a language, translate questions',
	'/prompts/translations/#which-language-a-visitor-sees':
		'right to left, rtl, arabic, hebrew, locale, browser language',
	'/prompts/audience/#_top': 'targeting, segments, cohorts, filters, who sees it, user groups',
	'/prompts/audience/#ask-only-visitors-with-a-certain-trait':
		'paying customers, by plan, enterprise, by attribute, by role, by country, trial users, target by property',
	'/prompts/audience/#combine-conditions-with-all-any-and-none':
		'and, or, not, boolean logic, exclude, nested groups',
	'/prompts/audience/#ask-by-what-the-visitor-did-before':
		'feature used three times, did an event n times, did not do, behavioural targeting, event count, behavioral cohort, third time someone does something, power users, usage count, completed another survey, exclude people who already answered, inactive users',
	'/prompts/audience/#ask-new-or-long-standing-visitors':
		'new users, days since signup, account age, tenure, returning, first visit, onboarding',
	'/prompts/audience/#ask-signed-in-or-anonymous-visitors-only':
		'logged in, guests, identified, unidentified users',
	'/prompts/audience/#ask-on-certain-pages-devices-or-languages':
		'url targeting, only on the pricing page, page url, mobile or desktop only, path, url match, exclude a page, tablet, browser language, operating system, country, wildcard, regex',
	'/prompts/audience/#use-one-audience-in-several-prompts': 'saved segment, reuse, shared cohort',
	'/prompts/trigger/#_top': 'when it appears, display rules, start condition',
	'/prompts/trigger/#trigger-on-an-event':
		'after a click, after an action, several events, code action',
	'/prompts/trigger/#trigger-on-certain-properties':
		'only when the amount is above, filter by event property, where clause',
	'/prompts/trigger/#only-after-repeated-events':
		'rage clicks, several times, count within minutes, frustrated, third time',
	'/prompts/trigger/#only-if-another-event-does-not-follow':
		'abandoned checkout, did not complete, drop out, cart abandonment, absence',
	'/prompts/trigger/#events-that-withdraw-a-waiting-prompt':
		'cancel a waiting survey, no longer relevant, abort',
	'/prompts/templates/#all-templates': 'gallery of templates, ready-made surveys, customer effort',
	'/prompts/sampling/#_top': 'show to a fraction of users, gradual rollout, percentage of traffic',
	'/prompts/sampling/#ask-only-a-percentage-of-people':
		'show to 10% of visitors, random sample, rollout percentage, throttle',
	'/prompts/sampling/#sampling-is-sticky':
		'same people every time, random per visit, deterministic, bucket',
	'/prompts/experiments/#compare-variants-of-a-prompt':
		'a/b test, split test, test two wordings, multivariate',
	'/prompts/experiments/#weights': 'traffic split, allocation, 50/50',
	'/prompts/experiments/#everyone-keeps-their-variant':
		'sticky assignment, consistent bucket, cross-device',
	'/prompts/experiments/#start-and-stop': 'end the test, pick a winner, conclude',
	'/prompts/experiments/#measure-what-asking-changes':
		'control group that is never asked, holdout, do surveys hurt retention, effect on churn, baseline, incrementality',
	'/prompts/timing/#_top': 'scheduling, when, wait, later',
	'/prompts/timing/#wait-before-showing-delay_seconds':
		'delay before the popup appears, wait seconds, not immediately, timer, after a few seconds, time on page',
	'/prompts/timing/#start-and-end-date': 'schedule a campaign, launch date, expire, stop on a date',
	'/prompts/timing/#leave-new-sessions-in-peace-min_session_seconds':
		'not right after login, time in session, do not interrupt, after page load, grace period',
	'/prompts/timing/#wait-for-a-person-wait_hours':
		'until the next visit, user is not online, queue until they return, time to live',
	'/prompts/frequency/#_top':
		'frequency capping, how often, repeat, recurring, wait period, re-ask',
	'/prompts/frequency/#how-often-a-prompt-is-shown-to-one-person':
		'show only once per user, do not ask again, recurring, every 90 days, every quarter, stop after dismiss, recontact, until answered, keep showing, remind later, show again after closing, resurvey, recurrence, wait period',
	'/prompts/frequency/#one-person-of-a-group':
		'company, organization, b2b account, one answer per customer, workspace, team',
	'/prompts/frequency/#limits-across-all-prompts-of-a-site':
		'survey fatigue, avoid annoying people, too many surveys, global cooldown, recontact period, nag, over-surveying, too often, days between any two surveys, global limit, quiet period, several campaigns',
	'/prompts/frequency/#priority':
		'which one wins, two popups at the same moment, conflict, order, competing, only one at a time',
	'/prompts/budgets/#_top':
		'quota, cap on impressions, response limit, auto-close, maximum number of answers, stop automatically after 500 responses, daily cap, throttle',
	'/prompts/budgets/#spread-the-displays-over-a-period':
		'pacing, evenly over the day, smooth, trickle',
	'/prompts/budgets/#see-what-is-spent': 'remaining quota, how many are left',
	'/prompts/budgets/#a-limit-for-the-whole-site': 'daily maximum of all popups, total impressions',
	'/prompts/appearance/#_top':
		'styling, theme, branding, colors, look and feel, position, corner, bottom right, font, design, white label',
	'/prompts/appearance/#light-and-dark-mode': 'dark theme, prefers-color-scheme, night mode',
	'/prompts/appearance/#draw-a-prompt-inside-the-page':
		'inline, embedded, container, instead of floating, not a popup, in a div',
	'/prompts/appearance/#your-styles-and-ours':
		'shadow dom, css conflicts, z-index, tailwind, isolation, covered by my chat widget',
	'/prompts/appearance/#change-more-with-css-custom-properties':
		'css variables, custom css, rounded corners, width, spacing, font size',
	'/prompts/appearance/#style-single-parts':
		'::part, hide the close button, change the button colour, selectors',
	'/prompts/why-not/#_top':
		'survey not showing, popup does not appear, not displayed in production, nothing happens, not working, debug why, troubleshooting, live but nothing comes up, invisible, no popup, does not show up, stopped showing',
	'/prompts/why-not/#see-in-the-browser-console-what-the-sdk-is-doing':
		'console output, debug mode, logs',
	'/prompts/why-not/#usual-causes':
		'checklist, common problems, faq, why is my survey not appearing',
	'/prompts/why-not/#when-there-is-no-reason-at-all':
		'empty console, no request, ad blocker, script not loaded',
};
