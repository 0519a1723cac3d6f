/** Aliases of the pages about prompts; `all.ts` says what an alias is. */
export const promptsAliases: Record<string, string> = {
	'/prompts/appearance/#_top':
		'styling, theme, branding, colors, look and feel, position, corner, bottom right, font, design, white label, customize the look, change colors, change position, customise, logo, brand colors, bottom left, top right, center modal, full screen, overlay, dark background, close button, width, make it match my app, popup is too big, widget in the lower right overlaps the chat button, move the popup, placement, custom fonts, remove branding, powered by, off-screen, cut off on iphone, covers our cookie bar, put it at the top, click outside, backdrop, dim the page, small screen, mobile layout, responsive, size of the popup, animation, wrong placement, text color, background, placement of the survey, survey hidden on mobile, icon in the corner, bottom right icon, font family, custom font families',
	'/prompts/appearance/#where-the-appearance-comes-from':
		'theme not applied, colours not applied, override the site theme, default theme, brand colour ignored, precedence, inherit',
	'/prompts/appearance/#light-and-dark-mode':
		'dark theme, prefers-color-scheme, night mode, popup is white in dark mode, color scheme, match system, toggle, theme switch',
	'/prompts/appearance/#draw-a-prompt-inside-the-page':
		'inline, embedded, container, instead of floating, not a popup, in a div, embed inline, embedded in a page section, not floating, target element not found, inside a div, in the sidebar, part of the page, inline form, contact page, embed in the settings page rather than a popup, as part of my page, custom container, css selector, inline surveys, own container, embed as a component, react component, component in the page',
	'/prompts/appearance/#your-styles-and-ours':
		'shadow dom, css conflicts, z-index, tailwind, isolation, covered by my chat widget, tailwind preflight breaks it, bootstrap, global styles, my css does not apply, z-index too low, hidden behind my modal, behind the header, under the navbar, on top of everything, overlapping chat widget, intercom, shadow root, mobile layout, bottom sheet, iframe, keyboard shortcuts of my app react to typing, hotkeys, keydown, focus trap of radix dialog, inputs not focusable, headless ui dialog, mui modal, shadow dom breaks click tracking, portal, top layer, covered by, survey behind dialog, host page styles leak, leaks styles into the widget, dark class of the page, tailwind dark mode changes inputs, style leakage, css reset affects the widget, scoped css, keyboard shortcuts fire while typing, propagation of events',
	'/prompts/appearance/#change-more-with-css-custom-properties':
		'css variables, custom css, rounded corners, width, spacing, font size, custom styling, border, shadow, max width, background color, text color, z-index, margin from the edge, offset, brand fonts, own font family, text color setting, background variable, custom css per survey, strict design system',
	'/prompts/appearance/#style-single-parts':
		'::part, hide the close button, change the button colour, selectors, custom css, hide progress bar, remove the x, button style, override styles, css classes, selector, branding link, close icon hard to see, force an answer, hide the close icon, bigger close button, submit button style, close button too small, touch target, tap area of the close button, progress bar is wrong, show progress, how many questions in total',
	'/prompts/appearance/#accessibility':
		'focus, escape key, keyboard, aria, screen reader, reduced motion, high contrast, focus trap, steals focus',
	'/prompts/audience/#_top':
		'targeting, segments, cohorts, filters, who sees it, user groups, who gets the survey, target users, target specific users, segment, targeting does not work, audience filter, limit to some users, exclude employees, internal users, only me, audience rules, user list, exclude staff, cohort targeting, targeting by cohort not possible, country, germany, exclude own team, beta users only, whitelist of users, user targeting, power users, segment-based targeting, target by attribute, who should see, test audience, target my own account, show only to my team first',
	'/prompts/audience/#ask-only-visitors-with-a-certain-trait':
		'paying customers, by plan, enterprise, by attribute, by role, by country, trial users, target by property, users in the segment, by email domain, exclude internal users, only admins, only premium, specific user ids, target a single user, attribute filter, only enterprise customers, by company',
	'/prompts/audience/#combine-conditions-with-all-any-and-none':
		'and, or, not, boolean logic, exclude, nested groups, nested conditions, and or, combine filters, except, not in segment, multiple filters, group, only the first condition is checked, several conditions, negative conditions, exclude users who',
	'/prompts/audience/#ask-by-what-the-visitor-did-before':
		'feature used three times, did an event n times, did not do, behavioural targeting, event count, behavioral cohort, third time someone does something, power users, usage count, completed another survey, exclude people who already answered, inactive users, after n times, performed an event at least, frequent users, has never done, did in the last 30 days, exclude people who answered another survey, only people who did not respond, behaviour, usage, active users, already answered a different survey, five visits, second visit, chain surveys, follow-up survey, answered the first survey, follow-up only to people who answered, did not perform an action, used a feature at least five times, after a completed survey, at least n times this month, answered a previous survey, responded to another survey, promoters of an earlier survey, event has not happened in the last days, how many times, did an action in the past, interaction-based segments, saw a survey, segment based on survey interaction, exclude those who have already seen it, last seen',
	'/prompts/audience/#ask-new-or-long-standing-visitors':
		'new users, days since signup, account age, tenure, returning, first visit, onboarding, signed up less than a week ago, new signups, older than 30 days, first-time visitors, returning visitors, user age, days after registration, after trial, first week, do not bother new users, users registered this month, first seen, last seen, first identified, days after first seen, users who just signed up, have not yet tried the product, wait 30 days after sign up, account created date',
	'/prompts/audience/#ask-signed-in-or-anonymous-visitors-only':
		'logged in, guests, identified, unidentified users, only logged in users, exclude anonymous, guests only, identified only, require login, only identified users, only anonymous users, enable only for logged in users, prevent surveys for logged out users, only after login, not for logged out visitors',
	'/prompts/audience/#ask-on-certain-pages-devices-or-languages':
		'url targeting, only on the pricing page, page url, mobile or desktop only, path, url match, exclude a page, tablet, browser language, operating system, country, wildcard, regex, url filter, page targeting, only on some pages, url contains, query parameter, hide on mobile, desktop only, mobile only, by language, by country, browser targeting, subdomain, not on the login page, path does not match, device type, survey shown on all pages although url filter is set, hash routing, hash url not recognised, url regex, wildcard url, page rule, url condition, dynamic route, id in the url, location, show on a specific page, url does not match, shown on the wrong page, survey shown everywhere, page url condition, url mismatch, navigate to a different page, exact match url, show on pages that include',
	'/prompts/audience/#use-one-audience-in-several-prompts':
		'saved segment, reuse, shared cohort, reusable segment, shared segment, saved segments, same targeting for many surveys, save targeting',
	'/prompts/audience/#change-an-audience-that-prompts-use':
		'edit a segment used by surveys, update segment, segment changed but survey did not, new version of a segment',
	'/prompts/audience/#archive-an-audience':
		'delete a segment, remove a cohort, segment in use, cannot delete segment, conflict',
	'/prompts/branching/#_top':
		'logic jumps, skip logic, conditional, follow-up, routing, decision tree, survey flow, conditional logic, branch, logic jump, if then, different questions by answer, survey logic, path, show next question depending on answer, logic jump goes to the wrong question, question logic, open question only for unhappy people, conditionally show questions, follow-up question based on rating, question routing, different questions based on answers given, dynamic questions, question groups',
	'/prompts/branching/#skip-questions-after-an-answer':
		'skip logic, conditional questions, follow-up, hide a question, only ask why when the score is low, follow up question, ask more if unhappy, show question 3 only if',
	'/prompts/branching/#end-the-survey-early':
		'jump to the end, stop if the answer is no, disqualify, end, finish after a certain answer, screen out, disqualification, stop',
	'/prompts/branching/#forward-only':
		'loop, go back, previous question, back button, previous, infinite loop, change answer, answers of skipped questions, go to an earlier question, cyclic logic, back button between questions, return to the previous question',
	'/prompts/branching/#conditions-on-an-answer':
		'operators, if the score is low, equals, detractors only, follow-up for low scores, operators of branches, contains text, is empty, was skipped, between, greater than, one of, multiple choices selected, nps ranges 0-6 7-8 9-10, logic by score range, compare the answer, logic on multi select, based on what was selected, selected options, rating buckets negative neutral positive, detractors passives promoters',
	'/prompts/budgets/#_top':
		'quota, cap on impressions, response limit, auto-close, maximum number of answers, stop automatically after 500 responses, daily cap, throttle, close after 100 responses, max responses, maximum of responses, closes itself, stop when enough answers, auto complete survey, limit submissions, quotas, enough responses, stop collecting, collect 300 answers, stop once we have enough, finished after n answers, target number of responses, auto-complete after n responses, enough data, limit on the number of responses, close survey on response limit, sample size reached, response limit reached, adaptive sampling',
	'/prompts/budgets/#budgets-are-exact':
		'one more than allowed, limit exceeded, overshoot, race of counters, exact count, stops too late',
	'/prompts/budgets/#spread-the-displays-over-a-period':
		'pacing, evenly over the day, smooth, trickle, evenly through the day, all used up in the morning, pace, throttle displays, other time zones, slow roll, spread responses over days, everything on day one, responses per day, daily response count, adaptive response sampling',
	'/prompts/budgets/#periods-and-clock-changes':
		'daylight saving, dst, when does the day start, weekly reset, midnight, month boundary',
	'/prompts/budgets/#change-a-budget':
		'raise the limit, reopen a closed survey, increase max responses, lower the limit, reset the counter, continue after the limit was reached',
	'/prompts/budgets/#see-what-is-spent':
		'remaining quota, how many are left, how many responses are left, progress, counter, usage, limit reached notification',
	'/prompts/budgets/#a-limit-for-the-whole-site':
		'daily maximum of all popups, total impressions, max popups per day, displays per day, cap for all surveys, overall limit, throttle everything',
	'/prompts/experiments/#_top': 'a/b test, ab testing a survey, experiment, control group',
	'/prompts/experiments/#compare-variants-of-a-prompt':
		'a/b test, split test, test two wordings, multivariate, two versions, test wording, which question works better, variant, ab test, multiple versions, split, test two headlines against each other, wording test, which title works better, a/b test the survey, option a and option b, two versions of the survey',
	'/prompts/experiments/#weights':
		'traffic split, allocation, 50/50, uneven split, 90/10, share of a variant, traffic allocation, turn a variant off, traffic percentage, split 50/50, allocation of traffic, change the split of a running test',
	'/prompts/experiments/#everyone-keeps-their-variant':
		'sticky assignment, consistent bucket, cross-device, user sees different variants, consistent variant, variant changes, sticky, sticky bucketing, same variation across sessions, user switches variation, bucketed again after login, consistent assignment',
	'/prompts/experiments/#start-and-stop':
		'end the test, pick a winner, conclude, winner, end an experiment, stop the test, results by variant, roll out the winner',
	'/prompts/experiments/#measure-what-asking-changes':
		'control group that is never asked, holdout, do surveys hurt retention, effect on churn, baseline, incrementality, does the survey annoy users, holdout group, exclude some users from all surveys, control group without surveys, impact of surveys, never ask these users',
	'/prompts/frequency/#_top':
		'frequency capping, how often, repeat, recurring, wait period, re-ask, show again, recontact, repeat survey, survey keeps appearing, appears again and again, shows every time, stop showing, do not show again, throttle per person, several tabs, race between tabs, double display, too frequent, too often, requests for surveys, pops up too early, retargeting, waiting time',
	'/prompts/frequency/#how-often-a-prompt-is-shown-to-one-person':
		'show only once per user, do not ask again, recurring, every 90 days, every quarter, stop after dismiss, recontact, until answered, keep showing, remind later, show again after closing, resurvey, recurrence, wait period, survey shows again after submitting, keeps popping up on every page load, only once per user, show multiple times, show until submitted, until responded, closed without answering, dismissed counts, comes back after closing, never comes back after closing, repeat every 3 months, monthly, yearly, ask again after dismissal, one response per user, unlimited responses, always show, respond several times, keep showing while conditions match, maximum number of times, pressed the cross, pressed x, re-appear, closed it, skip counts as answered, duplicate responses, respond twice, double submission, multiple tabs, answered a second time, ask the same person again, asked three times, asked several times although I already did it, already completed it the first time, asked to take it again, already done, dismissed without giving an answer, closes without responding, prompt them again later, if not responded, show once, show only once selected but shown every time, once every three months, every 90 days independently of each other, minimum wait period in days, limit submissions per browser, vote-rigging, vote twice, one submission per person, one answer per person, cap of impressions per user, times seen, number of times a user can be shown a survey, snooze, ask me later, hide after submission, repeat survey schedule, restrict to one reply per device, multiple replies from one device, submit the same questionnaire again, refresh the page',
	'/prompts/frequency/#one-person-of-a-group':
		'company, organization, b2b account, one answer per customer, workspace, team, one response per company, several people of one company, one per account, per organization, team members all asked, household, per customer, one answer per company, only one answer per company, colleagues of the same account, per organisation',
	'/prompts/frequency/#limits-across-all-prompts-of-a-site':
		'survey fatigue, avoid annoying people, too many surveys, global cooldown, recontact period, nag, over-surveying, too often, days between any two surveys, global limit, quiet period, several campaigns, wait days between surveys, user gets two surveys in one week, too many popups, minimum days after any survey, ignore the cooldown, overwrite the global waiting time, waiting period, at least 48 hours between surveys, after someone filled in one survey before the next one, one survey per session, annoyed users, survey does not show because another one was shown, throttle, amount of surveys a person receives per month, recontact days, too many questionnaires, surveys per user, ignore waiting time, project level waiting time, side by side surveys block each other, one survey blocks the other, if one shows the other is blocked, seen another survey in the last days, just taken a survey, do not ask so soon after another one, max surveys per page, spammy surveys, users see too many, independent of other surveys',
	'/prompts/frequency/#priority':
		'which one wins, two popups at the same moment, conflict, order, competing, only one at a time, multiple surveys at once, two surveys overlap, which survey first, order of surveys, both trigger on the same page, important survey first, stacked popups, compete for the same moment, more than one survey matches, only one of several shown, several surveys at the same time, two surveys show together, queue of surveys',
	'/prompts/overview/#_top':
		'surveys, campaigns, polls, widgets, popups, forms, nudges, what is a prompt, survey settings, in-app message, all parts of a survey, concept',
	'/prompts/overview/#what-a-new-prompt-needs':
		'create a survey, minimum, first campaign, how do I create a survey, how to make a poll, make a survey, new campaign, required settings, first survey',
	'/prompts/overview/#draft-and-published':
		'status, live, inactive, unpublished, lifecycle of a survey, states, in progress, scheduled, paused, completed, archived, why is my survey a draft, status of a survey, stopped survey, restart a survey, archived survey',
	'/prompts/overview/#publish-a-prompt':
		'go live, launch, activate, make it visible, how to launch, start the survey, activate it, who can publish',
	'/prompts/overview/#change-a-prompt-without-deploying-the-app':
		'no release, edit a live survey, without code, remote config, change text without a release, no deploy, edit targeting later, update without code, how long until a change is visible, changes take effect, cached old version, propagation, old survey still shown, only after a refresh, reload needed, new survey not visible until reload',
	'/prompts/overview/#revisions':
		'version history, versioning, edit a published survey, edit a running survey, change a question of a live survey, keep old results, edit after launch, versions, what happens to existing responses when I edit, versioned questions, immutable, save draft and publish later, published version stays, edit without publishing, edit a survey that has responses, change questions after launch',
	'/prompts/overview/#survey-id':
		'slug, identifier of a survey, key, where is the survey id, id or uuid, change the survey id, rename, unique key, which id for show, find the survey id, which survey to show',
	'/prompts/overview/#how-the-decision-is-made':
		'order of the checks, targeting logic, which survey is shown, conflict, rules engine, evaluation order, which rule comes first, several surveys match, only one survey at a time, algorithm, which one is chosen, two surveys on the same trigger, eligibility, matching surveys, active matching surveys, conditions evaluated, why only this one',
	'/prompts/questions/#_top':
		'question types, field types, form fields, kinds of inputs, maximum number of questions, which question types are there, all question types, how many questions, survey length, input types, several questions in one survey, multi-step, progress bar, multiple pages, more types of questions, input field types, required field, optional question, skip button, character limit',
	'/prompts/questions/#what-every-question-has':
		'required or optional question, mandatory, description, subtitle, help text, placeholder, default, make a question optional, skip button, required answer, subheading, question id, max title length, headline, question description, markdown links in the description, formatting in the title, line breaks, bold, make a question mandatory, required',
	'/prompts/questions/#rating':
		'csat, customer satisfaction, star rating, emoji scale, thumbs, ces, likert, scale, smileys, thumbs up and down, five stars, happy or sad face, ease of use, effort score, labels under the scale, number of points, emoji, 1 to 5, 1 to 7, 1 to 10, smiley, hearts, customer effort, lowest and highest label, very dissatisfied, not likely, emoji rating, thumbs up down, scale 1 to 7, slider, graphic scale, number rating',
	'/prompts/questions/#nps':
		'nps survey example, net promoter score, likely to recommend, detractors, recommend to a friend, 0 to 10, promoters, 0-10, detractor passive promoter, nps label, colors of nps, recommend us, nps scale, nps buttons wrap, small screens, nps question, 0 to 10 scale',
	'/prompts/questions/#single_choice':
		'radio buttons, dropdown, select one, other option, shuffle or randomize options, poll, other with text field, specify other, radio, shuffle, random order of options, dropdown select, options order, button group, multiple choice with one answer, other option with text input, shuffle options',
	'/prompts/questions/#multiple_choice':
		'checkboxes, select several, limit the choices, pick up to three, multi select, checkbox list, select all that apply, none of the above, exclusive option, minimum and maximum selections, multi-select, other with free text, limit selections',
	'/prompts/questions/#short_text':
		'email field, url, input, one line, phone number, name, validate email, ask for email address, collect email, url field, character limit, one line input, contact field, validation pattern, number input, ask for an email so that we can follow up, collect a mail address, phone number field, respondent email, contact details, ask for name and email, placeholder, single input field',
	'/prompts/questions/#long_text':
		'open-ended, free text, comment box, textarea, verbatim, comment field, open text, character limit, multi-line, essay, suggestions, message field, max length, placeholder, minimum length, default text',
	'/prompts/questions/#yes_no':
		'boolean, thumbs, binary, true or false, boolean question, thumbs up or down, was this helpful, yes or no, did you find what you were looking for',
	'/prompts/questions/#consent':
		'terms checkbox, agree, opt in, privacy policy, gdpr tick, i agree checkbox, terms and conditions, accept privacy policy, permission to contact, opt-in box, required checkbox',
	'/prompts/questions/#message':
		'welcome screen, intro card, announcement, call to action button, link, cta, information only, welcome card, intro, announcement without a question, button with link, call to action, book a call, review us on g2, app store review, nothing to answer, info, banner, external link, cta button, send visitors to app store reviews, ask for a review after a good score, open link in new tab, link to a page, trustpilot, google review, calendly, link in the question, redirect to url, link button, open a page, link to a review',
	'/prompts/questions/#thank-you-message':
		'end screen, closing text, confirmation, redirect after completion, ending, final screen, end card, thank you page, last page, closing message, after submit, auto close, redirect url at the end, redirect automatically, redirect to a url after finishing, final message, ending card, confirmation message, closes after submit, does not close after submission, stays open after answering, redirect on completion, close automatically',
	'/prompts/sampling/#_top':
		'show to a fraction of users, gradual rollout, percentage of traffic, random subset, show to some users, percentage rollout, gradual, display percentage, random subset of users, rollout percentage, random sample, percent of page loads',
	'/prompts/sampling/#ask-only-a-percentage-of-people':
		'show to 10% of visitors, random sample, rollout percentage, throttle, display percentage, 1% of visitors, everybody gets it although percentage is set, half of the users, random, reduce number of surveys, percentage of sessions, rate, quarter of the audience, a third, fraction, one in ten, subset of users, show to 1 percent, survey pops up in 100 percent, display percentage not respected',
	'/prompts/sampling/#sampling-is-sticky':
		'same people every time, random per visit, deterministic, bucket, random on every page load, same user again, dice roll each time, percentage per event, outside the sample forever, sampled_out, rehash, increase the percentage later',
	'/prompts/templates/#_top':
		'ready-made surveys, survey examples, sample questions, template gallery',
	'/prompts/templates/#in-the-dashboard':
		'use a template, pick a template, start from template in the ui',
	'/prompts/templates/#templates-of-your-workspace':
		'save my survey as a template, own templates, custom template, team templates, reuse a survey, share a template, standard questions',
	'/prompts/templates/#on-the-command-line':
		'template from the terminal, --template, create from template by cli',
	'/prompts/templates/#all-templates':
		'gallery of templates, ready-made surveys, customer effort, which templates exist, nps template, csat template, ces template, churn template, pmf template, onboarding survey, exit survey, feature satisfaction, pricing survey, list of templates',
	'/prompts/timing/#_top':
		'scheduling, when, wait, later, schedule, delay, start date, end date, too early, timing of the popup',
	'/prompts/timing/#wait-before-showing-delay_seconds':
		'delay before the popup appears, wait seconds, not immediately, timer, after a few seconds, time on page, show after 10 seconds, popup comes too fast, delay in seconds, popupDelay, wait a while, show later, pops up immediately, after some time on the page, 15 seconds after landing, seconds after the page opened, survey shows late, zero delay, delay popup, seconds after the page loads, page loads slowly, delay the survey popup, delay after the event, show a bit later, some time after the event, after X amount of time, timeout before showing, appears almost instantly',
	'/prompts/timing/#start-and-end-date':
		'schedule a campaign, launch date, expire, stop on a date, schedule a survey for next week, go live on monday, close survey on a date, run for two weeks, end automatically, deadline, time-limited, planned, starts_at, ends_at, publish later, stop on a given day, black friday, run from 1 to 15 december, from until, date range of a campaign, start at midnight, did not start, schedule in a time zone, period, limited time, christmas, schedule survey, close on date, release date, auto close, start at a given time',
	'/prompts/timing/#leave-new-sessions-in-peace-min_session_seconds':
		'not right after login, time in session, do not interrupt, after page load, grace period, not immediately after the page opens, on first page load, user just arrived, session must last, after login wait, minimum time on site, not immediately after landing, time spent on the site, website content loads first',
	'/prompts/timing/#wait-for-a-person-wait_hours':
		'until the next visit, user is not online, queue until they return, time to live, user is offline when the event happens, next login, waits for the user, expires before the user returns, how long does a backend prompt wait, show on next visit',
	'/prompts/translations/#_top':
		'multilingual, localization, localize, i18n, several languages, own language of the customer, multi-language surveys, languages, german, translate, multiple languages, same survey in two languages, one survey for all languages, language switch, survey per language, right to left text, rtl support, hebrew, farsi, unified results of all languages, combined results across languages, internationalization, language of the widget',
	'/prompts/translations/#translate-a-prompt':
		'german, french, spanish, add a language, translate questions, add german, translated buttons, next submit close label, translate button text, language of the interface, translation file, missing translation, automatic translation, rtl, arabic, hebrew, translation of question text and answers, duplicate the survey for each language, answers of all languages counted together, unified results, button text in other language, submit button label',
	'/prompts/translations/#which-language-a-visitor-sees':
		'right to left, rtl, arabic, hebrew, locale, browser language, wrong language shown, user language setting, set language manually, force a language, navigator.language, fallback language, default language, language code, de-AT, setLanguage, language of the account instead of the browser, language detection wrong, picks english though browser is german, set locale, change language at runtime, user language not browser language, language does not switch, override display language, language attribute, widget language must match the page language, language of the page',
	'/prompts/trigger/#_top':
		'when it appears, display rules, start condition, triggers, when does the survey show, start the survey, on event, without a trigger, manual only, action trigger, on what should it pop up, when does it fire, real-time trigger, trigger fires immediately, not for users who previously sent the event, at the moment the event fires, survey without a trigger, no trigger set, trigger missing, fires always, code trigger, no-code trigger, trigger on custom event',
	'/prompts/trigger/#trigger-on-an-event':
		'after a click, after an action, several events, code action, multiple triggers, any of these events, or, add a trigger, on click, wrong event name, when the user sends an event, survey when someone presses a button, after a purchase, after completing a task, trigger by event fired in this session, user completes onboarding',
	'/prompts/trigger/#trigger-on-certain-properties':
		'only when the amount is above, filter by event property, where clause, event property filter, only for orders over 100, trigger filter, where, property equals, matched wrong event, only when property equals, custom event with properties, match event payload, trigger based on event properties, depending on a property of the event',
	'/prompts/trigger/#only-verified-properties':
		'require a signature, signed events only, secure trigger, unverified',
	'/prompts/trigger/#only-events-from-your-backend':
		'server events only, ignore browser events, source backend',
	'/prompts/trigger/#only-after-repeated-events':
		'rage clicks, several times, count within minutes, frustrated, third time, n times, every fifth time, rage click, several times in an hour, count of events, frequent action, event occurred more than, after the third time, number of page visits, nth visit, usage threshold, how many times the user did an action, after five uploads',
	'/prompts/trigger/#only-if-another-event-does-not-follow':
		'abandoned checkout, did not complete, drop out, cart abandonment, absence, did not finish, abandoned cart, inactivity, not completed within, gave up, dropped off, no purchase, stuck in onboarding, event has not happened, did not finish within, inactive for days, no activity, stopped using, negative condition, reminder if nothing happens, some time after the event unless',
	'/prompts/trigger/#events-that-withdraw-a-waiting-prompt':
		'cancel a waiting survey, no longer relevant, abort, cancel events, cancel the popup when the user continues, abort delayed survey, cancel condition, cancel pending survey, cancel on event, cancellation events, suppress when another event is received, user navigates away before the timeout',
	'/prompts/why-not/#_top':
		'survey not showing, popup does not appear, not displayed in production, nothing happens, not working, debug why, troubleshooting, live but nothing comes up, invisible, no popup, does not show up, stopped showing, my survey does not show, popup not visible, installed but no survey appears, events arrive but no survey is displayed, works on localhost but not in production, works in preview but not live, only shows for some users, shows for me but not for others, widget not loading, not triggered, trigger fires but nothing, not popping up, never appears, only appears after refresh, does not open, hard reload, nothing pops up in production although staging is fine, survey missing, trigger fires but no survey, users never see it, survey is not displayed, not displaying on website, popover not showing, widget does not show up, no survey appears, empty container, survey container without content, snippet installed but nothing shows, event tracked but no survey, survey no longer displayed',
	'/prompts/why-not/#see-in-the-browser-console-what-the-sdk-is-doing':
		'console output, debug mode, logs, debug in the browser, console log, what to look for, devtools, log output',
	'/prompts/why-not/#in-your-code':
		'reason in javascript, log the reason, programmatically find out why not',
	'/prompts/why-not/#in-the-dashboard':
		'find the reason in the dashboard, live tail, which rule failed, look up a user who did not see it',
	'/prompts/why-not/#usual-causes':
		'checklist, common problems, faq, why is my survey not appearing, it showed once and then never again, I already saw it, testing again, see it a second time, how to test repeatedly, reset my own state, incognito, already answered, cooldown, draft, wrong event name, survey live but not shown, common mistakes, url filter set but shown on all pages, shows only once in development, works once, anonymous users do not get it, conditions are met but not displayed, not triggered, survey never shows, stopped showing, does not appear for some users, shows only the first time, trigger does not fire',
	'/prompts/why-not/#when-there-is-no-reason-at-all':
		'empty console, no request, ad blocker, script not loaded, ad blocker blocks it, ERR_BLOCKED_BY_CLIENT, adblock, brave shields, no network request, init not called, csp blocks, console shows nothing, pi-hole, firefox tracking protection, script blocked, installed but not receiving data, events not being recorded, zero events, click event is not registered, blank widget, invisible content, renders empty, script loads but nothing appears, request blocked, blocked by client, cors error in console, survey ui chunk failed to load, bundled without external loading',
	'/prompts/why-not/#what-the-public-api-returns':
		'does the browser see targeting rules, leak of targeting, what is exposed to the client, response of the api, why no details',
};
