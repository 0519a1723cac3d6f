/** Aliases of the pages about the dashboard; `all.ts` explains what an alias is. */
export const dashboardAliases: Record<string, string> = {
	'/dashboard/approvals/#_top':
		'approve before it goes live, four eyes, review a change, approve an agent, pending request, permission request, review what the ai does, can my teammate approve before it goes live, second person',
	'/dashboard/approvals/#open-the-request':
		'where do I approve, approval link, link expired, request not found, pending approvals, someone else opens the link',
	'/dashboard/approvals/#what-to-check-before-you-approve':
		'review, checklist, suspicious request, phishing, is it safe to approve, malicious request, social engineering, what does the agent change',
	'/dashboard/approvals/#a-destination':
		'approve a webhook, data leaves, exfiltration, unknown host',
	'/dashboard/approvals/#once-or-until-a-time':
		'temporary access, expiry, standing permission, approve always, approve for an hour, too many approval requests, permanent permission, sign in again, stop asking me, approve once for all calls, stop asking every time, remember the decision, always allow, auto approve, allow for a while, do not ask again',
	'/dashboard/approvals/#end-an-approval':
		'revoke, withdraw access, disconnect an agent, revoke access, remove agent, take back permission, log out an agent',
	'/dashboard/approvals/#let-a-program-in':
		'authorize an app, oauth consent screen, which sites can it see, unknown client',
	'/dashboard/delete/#_top':
		'remove, trash, close my account, delete a survey, delete project, delete workspace, delete organization, remove site, close account, cancel account, how to delete, delete a survey and its answers, remove a survey, get rid of a project, delete team, remove project permanently, delete my data of a workspace, remove a survey and its answers, confirmation, permanently delete, delete everything',
	'/dashboard/delete/#keep-the-responses-of-a-prompt':
		'delete a survey but keep answers, archive, delete survey without losing answers, keep data, responses after deletion, remove the survey but keep the data, clean up finished surveys',
	'/dashboard/delete/#delete-your-account':
		'close my account, remove my user, last owner, leave workspace, delete my profile',
	'/dashboard/delete/#undo-a-deletion':
		'restore a deleted survey, recover, deleted by mistake, recycle bin, trash, restore, accidentally deleted, recover survey, undelete, how long can I restore, grace period, seven days, bring back a removed survey, get back, deleted yesterday',
	'/dashboard/delete/#what-is-deleted':
		'is data really gone, permanent deletion, what remains, receipt, backups, orphan rows, cascade',
	'/dashboard/events/#_top':
		'live stream of incoming actions, activity, event log, debugger, explorer, actions page, event stream, event explorer, incoming events',
	'/dashboard/events/#see-why-a-prompt-did-not-show':
		'debug why nothing appeared for one person, why did a user not see the survey, why did a customer not get asked, inspect a decision, explain, customer says he never saw it, why was this user not asked, user should have seen it, support case, explain for one user, which condition failed, shows to users outside the segment, why did it show to this user',
	'/dashboard/events/#test-rules-for-any-visitor':
		'simulate, what would happen for this user, dry run, try an event without the app, debug rules for a user, what if, would she see a survey now',
	'/dashboard/events/#see-which-events-your-app-reports':
		'event volume, schema, property values, unused events, list of events, event counts, event properties, which actions exist, rename event, delete event, hide event, unused actions',
	'/dashboard/events/#watch-events-arrive':
		'live view, real time stream, incoming events, tail, realtime events, are events coming in, events delayed, do my events arrive, last 30 days, older events missing, real time, how soon visible, delay of data, live',
	'/dashboard/first-run/#_top':
		'first login, dashboard url, admin panel, open the admin interface, web ui, where is the dashboard, getting started in the ui',
	'/dashboard/first-run/#create-a-site-and-see-its-first-event':
		'create a project, onboarding, new workspace, get the key, add another app, new project, create workspace, add a second app, several websites, multiple domains, where do I copy the snippet, connect my app, waiting for the first event, stuck on waiting, setup checklist, connection status, project per customer, new project for a company',
	'/dashboard/first-run/#invite-your-team':
		'add a colleague, teammates, members, read-only access, seats, collaborators, invite link expired, invite a colleague, add user, viewer, change role, remove a member, permissions, user management, invitation does not work, wrong email, view-only rights, give a colleague access, read only member, new teammate, admin rights, transfer ownership, user roles, change role of a member, who is the owner, second account, add another user, invited members, invite without email, copy the invite link, make someone an admin, change a role, give access to a colleague, members and roles',
	'/dashboard/first-run/#choose-your-name':
		'display name, profile, change my name, full name, avatar, initials, account settings, change display name, profile picture, rename myself, change my email',
	'/dashboard/first-run/#find-your-way-by-keyboard':
		'shortcuts, command palette, cmd k, hotkeys, command menu, shortcuts of the dashboard, cmd+k, keyboard navigation, vim keys, turn off shortcuts, dark mode of the dashboard',
	'/dashboard/inbox/#_top':
		'open text answers, comments, verbatims, triage, qualitative feedback, to-do, qualitative answers, read text answers, feedback list, all open text, reply to feedback, respond to a user, moderate feedback, triage incoming feedback, manage feedback, feedback board, answer a user, work through comments, open and closed, status',
	'/dashboard/inbox/#work-through-the-inbox-by-keyboard':
		'inbox shortcuts, j k, mark as done, hotkeys for feedback',
	'/dashboard/inbox/#search':
		'full text search, find a comment, keyword, find a word in answers, search responses, keyword search, find feedback about',
	'/dashboard/inbox/#filter':
		'filter comments, only unread, by score, what detractors wrote, by tag, by language, by page',
	'/dashboard/inbox/#see-who-wrote-a-text':
		'author, reply to a customer, contact, context of an answer, name and email of the author, contact the respondent, reply, other feedback of this user, translate an answer, link to the user',
	'/dashboard/inbox/#tag-assign-and-note':
		'labels, categorize, owner, status, internal comment, themes, mark as resolved, tag responses, label, assign to a teammate, internal note, close feedback, resolve, ticket, workflow, delete a tag, too many tags, tags and comments on responses, assign feedback to a colleague, status of a feedback, response notes, comment for colleagues, hand over, responsible person, mark as spam, irrelevant, abusive, in progress, done, status of a comment',
	'/dashboard/inbox/#keep-a-codebook-of-themes':
		'tags, labels, categories, taxonomy, topics, categories of feedback, define tags, merge tags, rename a tag, coding of answers, top themes, group free text answers by topic, cluster comments',
	'/dashboard/inbox/#accept-what-is-proposed':
		'automatic tagging, auto tag, ai tagging, suggestions, llm labels, approve tags, sentiment, does ai read our comments, ai analysis, group free text by topic',
	'/dashboard/inbox/#how-suggestions-are-made':
		'is my data sent to openai, does it use ai, word frequency, topic extraction, clustering, word cloud, keywords, languages of suggestions, does ai read our comments, machine learning, no data leaves, language model',
	'/dashboard/inbox/#what-is-deleted-with-a-text':
		'delete notes, are tags deleted, api of the inbox, erase and tags',
	'/dashboard/integrations/#_top':
		'connect slack, notifications, hooks, integrations page, connect webhook, add integration',
	'/dashboard/integrations/#add-a-destination':
		'add webhook in the ui, add slack, add email notification, notify me on new responses, choose surveys, filter, notification settings, notification for one survey, add a slack notification, choose channel',
	'/dashboard/integrations/#keep-the-secret-of-a-webhook':
		'webhook secret lost, shown once, whsec, rotate in the ui, where is the signing secret',
	'/dashboard/integrations/#test-a-destination':
		'send a sample, test message, ping, test webhook, send sample payload, try the integration, test button, check the endpoint',
	'/dashboard/integrations/#see-what-was-delivered':
		'delivery log, failed hooks, resend, redeliver, replay, webhook history, webhook logs, did the webhook fire, failed webhooks, webhook not firing, not triggered, status code of my endpoint, retry manually, why did the webhook fail, missing webhook, notification not sent, notifications not working, destination skipped, webhook did not arrive, delivery failed, no message in slack, log of the webhook, did it arrive, status code',
	'/dashboard/integrations/#pause-resume-or-delete-a-destination':
		'webhook disabled automatically, automatically disabled, deactivated, got disabled, re-enable, turn off notifications, remove integration, disconnect slack, 410 gone',
	'/dashboard/integrations/#when-a-program-asks':
		'agent wants to add a webhook, approve a destination',
	'/dashboard/prompts/#_top':
		'survey editor, builder, create a survey, no-code, survey builder, editor, make a survey, edit survey, list of surveys, visual editor',
	'/dashboard/prompts/#start-from-a-template':
		'templates: nps, csat, churn, pmf, cancellation, ready made, examples, library, presets, starter, import a survey file, drop yaml, upload a survey, example survey, copy an existing survey, import survey from json, template marketplace, build a survey outside and import it',
	'/dashboard/prompts/#edit-with-a-live-preview':
		'wysiwyg, undo, redo, drag questions, autosave, unsaved changes, preview in the editor, lost changes, unsaved, two people edit, conflict, mobile preview, reorder questions, drag and drop, save button, changes not saved, preview on mobile and web, question order',
	'/dashboard/prompts/#use-one-audience-in-several-prompts':
		'segment in the editor, save segment, apply saved segment, detach',
	'/dashboard/prompts/#forecast-whom-a-prompt-would-have-reached':
		'estimate, how many people would see it, forecast, sample size, audience size, reach, how many users will see it, how many responses to expect, estimate reach, too few people, preview of targeting, why so few, will anybody see this',
	'/dashboard/prompts/#forecast-what-a-prompt-takes-from-other-prompts':
		'overlap, cannibalize, conflict between surveys, interference, surveys compete, affects other surveys, fewer responses since the new survey, steals displays',
	'/dashboard/prompts/#how-exact-the-effect-is':
		'accuracy of the forecast, wrong estimate, forecast differs from reality, margin',
	'/dashboard/prompts/#test-the-rules-of-a-draft':
		'simulate, dry run, would this user see it, check targeting before launch, would this person see it, debug segment',
	'/dashboard/prompts/#test-a-draft-on-your-own-site':
		'preview before launch, try it in production, test link, qa, staging preview, preview on my site, test without affecting results, try before publishing, preview shows but live does not, test mode, see it as a user, test in production, do test responses count, preview on my own page, preview with real positioning, try in production before going live, qa without recording responses, test data, only me, preview does not capture a response, see it on mobile before launch',
	'/dashboard/prompts/#publish':
		'launch a survey, go live, launch, publish button, make live, when is it visible, publish changes, changes to a live survey not visible, takes a long time, required field missing, launch button, cannot publish, publish without trigger, launch button does nothing, errors before publishing',
	'/dashboard/prompts/#pause-or-go-back-to-an-earlier-revision':
		'pause or stop a running survey, rollback, revert to the previous version, undo publish, stop, disable, archive, restore an old version, undo, stop a survey, end a survey, close, complete, restart, resume, copy a survey, duplicate, move survey to another project, revert, undo a change, delete or archive, restart a stopped survey, copy survey between projects, duplicate across projects, reuse a survey, stop survey, resume survey, unarchive, no longer needed, stop it now, turn off one survey, undo the last change, end the survey',
	'/dashboard/results/#_top':
		'where do I see the results, answers, reports, charts, where are my responses, view responses, survey results, statistics, report, analytics page, summary, results wrong, no responses visible, where do answers go, no responses in the dashboard, not capturing responses, responses missing, submitted but not in results',
	'/dashboard/results/#see-how-a-prompt-does':
		'response rate, completion rate, analytics, drop-off, number of views, completion, drop off, nps chart, response count, impressions, conversion, funnel of a survey, summary view, average rating, word cloud, nps results, nps breakdown promoters passives detractors, all time score, survey summary, response rate shown, results page, visualize responses, charts per question, completion time, how many saw it, views and answers, per day, chart over time, declined, completed, partially answered, bar chart of a rating, score per month, closed it on the first question, counted as response',
	'/dashboard/results/#see-who-answers':
		'response rate by device, by page, by hour, best time to ask, who responds, low response rate, which users answer, mobile versus desktop',
	'/dashboard/results/#see-how-answers-of-the-same-people-change':
		'score of one person over time, nps change per customer, repeated answers, improved or worsened, panel, longitudinal, same user answered twice, changed their score, new score of the same user, improve over time, answered twice',
	'/dashboard/results/#see-how-all-live-prompts-do':
		'overview of all surveys, score table, compare surveys, trend, period over period, dashboard overview, all surveys, nps over time, kpi, monthly score, all surveys at a glance, summary of every survey, overview table',
	'/dashboard/results/#know-how-sure-a-figure-is':
		'margin of error, confidence interval, statistical significance, plus minus, enough answers, reliable, is this significant, margin, how many answers are enough, error bars, small sample, statistically significant, our nps jumped is that noise, random fluctuation, score changed a lot, real change or chance, only twelve answers, can I trust the score, few responses',
	'/dashboard/results/#filter-by-a-part-of-the-visitors':
		'segment the results, breakdown by plan, by country, date range, slice, filter responses, filter by date, last 30 days, by user attribute, by url, by answer, by company, only detractors, segment, filter responses by date range and tag, by device, filter by selected option, filter by answers, completed only, filter by metadata, filter by page url, device and browser filter, filter by attribute, filter by time, only finished responses, users who chose an option',
	'/dashboard/results/#find-an-answer-that-is-missing':
		'responses do not show up, answers do not arrive, no responses in the dashboard, missing response, submission not recorded, answers lost, response not saved, where is my answer, survey results empty, results not updating, no data, submitted but not visible',
	'/dashboard/results/#figures-that-differ-from-your-analytics':
		'numbers do not match google analytics, discrepancy, different counts, fewer displays than page views, mixpanel shows other numbers, wrong counts, ad blockers and counts, does it count bots, amplitude',
	'/dashboard/results/#filters-over-very-many-answers':
		'results load slowly, slow filter, large survey, timeout, many responses, loading forever, incomplete count, client-side filtering does not scale, performance with many responses, loading all responses is slow',
	'/dashboard/results/#save-a-filter':
		'saved view, bookmark a filter, reuse a filter, share a filter with colleagues, favorites',
	'/dashboard/results/#share-results':
		'public link to results, report for people without an account, read-only dashboard, stakeholders, public results page, send results to my boss, share dashboard without login, embed results, external stakeholders, link expires, share with a client, revoke link, share survey summary publicly, client wants to see the charts without logging in, public dashboard, share publicly, exclude free text from public sharing, public results link, hide sensitive questions, stakeholders without login',
	'/dashboard/results/#save-a-chart-or-print-the-page':
		'export chart as image, pdf report, screenshot, powerpoint, slides, download graph, print',
	'/dashboard/results/#read-single-responses':
		'individual answers, raw data, latest submissions, who answered, partial answers, live, individual responses, who said what, see which user gave which answer, response details, incomplete responses, partial submissions, delete a response, delete test responses, remove spam, clear test data, reset results after testing, live responses, metadata of a response, bulk delete responses, country and browser of a response, delete many responses, remove duplicates, who selected which option, delete test responses before going live, reset the survey, remove my own answers, test data in results, filled out only, url of the page in the response, user agent of a response, list of answers, individual answer, new answers appear, real time, where are my answers, no responses',
	'/dashboard/results/#compare-two-parts-of-the-responses':
		'before and after, two segments side by side, cross tab, difference between groups, a/b result, this month versus last month, pro versus free, compare segments, compare versions, significant difference, period comparison, benchmark, compare two versions, old versus new metrics, compare completion',
	'/dashboard/results/#combine-the-results-of-two-prompts':
		'one nps over several surveys, merge two surveys, aggregate score, total nps, combined report, sum up results, overall score',
	'/dashboard/results/#export-responses':
		'csv download, excel, spreadsheet, google sheets, json, download csv, export does not contain, umlauts, encoding, utf-8, semicolon, open in excel, json export, download all responses, export filtered, export to excel, export with tags, response tags in csv, notes in the export',
	'/dashboard/settings/#_top':
		'project settings, preferences, configuration of a site, where are the settings, site configuration, admin page',
	'/dashboard/settings/#pause-all-prompts':
		'kill switch, emergency stop, turn everything off, disable all surveys, turn off all surveys, maintenance, incident, panic button, stop everything, disable temporarily, disable user feedback globally, turn off the widget, disable popups everywhere, remove it everywhere, emergency, hide on the whole site',
	'/dashboard/settings/#see-the-facts-behind-each-reason':
		'debug token, more details in the console, create a token for debugging',
	'/dashboard/settings/#time-zone':
		'timezone, day boundaries, reports in local time, wrong time in charts, utc, day starts at, local time, timestamps off by hours',
	'/dashboard/settings/#allow-only-your-own-pages':
		'allowed domains, works on localhost but not on the live domain, origin not allowed, cors, domain whitelist, allowlist, referrer, restrict domain, someone else uses my site id, cors error, No Access-Control-Allow-Origin header, origin_not_allowed, 403 forbidden, blocked by cors policy, staging domain, preview deployment url, add domain, whitelist localhost, wildcard subdomain, works locally but not on the domain, someone embeds my site id, popup shows on localhost but not on the live domain, different domain in production, new domain, vercel preview url, whitelisted domains, blocked by cors, has been blocked by cors policy, origin localhost, widget only on allowed domains, page domain not allowed',
	'/dashboard/settings/#make-or-rotate-a-proof-key':
		'signing secret, new key, roll, create signing key, new secret, rotate secret, identity verification secret, rotate signing secret',
	'/dashboard/settings/#create-or-replace-a-site-key':
		'backend key, api secret, server token, create api key, leaked api key, revoke key, secret key in the browser, fbs_',
	'/dashboard/settings/#ask-people-less-often':
		'global frequency, cooldown, nag, quiet period, survey fatigue, too many surveys, global limit, cooldown setting, recontact waiting time, users complain, annoyed, too many popups, reduce frequency, one per session',
	'/dashboard/settings/#appearance':
		'default theme, brand colours for all surveys, brand color, company theme, default styling, logo, all surveys look, global style',
	'/dashboard/settings/#see-who-changed-what':
		'who changed this survey, history of changes, audit trail, activity log, who published this, who deleted, change log, audit, when was it changed, who paused my survey, who switched it off, who turned it off yesterday, who edited',
	'/dashboard/visitors/#_top': 'contacts, people, users page, person profile, user list',
	'/dashboard/visitors/#find-a-visitor':
		'look up one customer, user profile, person, timeline, history of a user, search by account id, search a user, find by email, list all contacts, people list, lookup person, user details, history of a person, anonymous visitor id',
	'/dashboard/visitors/#export-a-visitors-data':
		'gdpr subject access request, data portability, gdpr export, data request, download personal data, sar, article 15, request all personal data we store, data takeout',
	'/dashboard/visitors/#erase-a-visitor':
		"right to be forgotten, gdpr erasure, delete a person's data, delete a user, gdpr delete, delete a contact, customer asked to delete everything about her, remove a person and all answers, right to erasure, article 17, erase test user, forget my own browser, user requests deletion, delete personal data, remove a user, delete one person, remove someone's data, deletion request, delete their answers",
};
