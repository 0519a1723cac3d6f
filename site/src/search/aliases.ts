/**
 * What readers call the subject of a section, where its page uses other words. Indexed with the section; a path that
 * is no section fails the build. Words for one term only are synonyms instead (`synonyms.ts`).
 */
export const aliases: Record<string, string> = {
	'/visitors/identify/#call-identify-after-sign-in':
		'who is the logged in user, set user id, current user, identify person',
	'/visitors/reset/#call-reset-on-sign-out': 'user logs out, clear user, log out, forget the user',
	'/visitors/traits/#set-traits':
		'send user attributes, user properties, plan, role, signup date, segment users',
	'/events/naming/#_top': 'track an event, track a click',
	'/sdk/errors/#an-empty-event-name': 'event called with an empty string',
	'/sdk/methods/#should-i-use-event-or-show': 'difference between event and show, track or show',
	'/sdk/methods/#show':
		'open a survey from a button, feedback button, show a specific survey manually, trigger by code',
	'/sdk/options/#debug': 'verbose logging, debug log, console output',
	'/install/script-tag/#the-page-never-waits-for-the-script':
		'ad blocker, blocked script, will it break my page, slow down page load, performance',
	'/install/package/#content-security-policy': 'csp directives, connect-src, script-src',
	'/install/package/#_top': 'setup, install, quickstart, integrate, add a survey to my app',
	'/install/sveltekit/#_top': 'svelte kit integration, setup',
	'/install/vite-vue/#_top': 'vue project setup, vue integration',
	'/install/vite-react/#_top': 'react app setup, add a survey to a react app, create react app',
	'/install/astro/#_top': 'astro integration, setup',
	'/install/nextjs/#_top': 'nextjs setup, app router, pages router',
	'/install/package/#add-the-sdk-with-npm-pnpm-or-yarn':
		'typescript types, type definitions, dependencies',
	'/prompts/translations/#which-language-a-visitor-sees':
		'right to left, rtl, arabic, hebrew, locale, browser language',
	'/prompts/why-not/#_top':
		'survey not showing, popup does not appear, not displayed in production, nothing happens, not working, debug why',
	'/dashboard/events/#see-why-a-prompt-did-not-show':
		'debug why nothing appeared for one person, why did a user not see the survey',
	'/dashboard/settings/#allow-only-your-own-pages':
		'allowed domains, works on localhost but not on the live domain, origin not allowed, cors, domain whitelist',
	'/reference/errors/#all-error-codes':
		'http status codes, 400, 401, 403, 404, 409, 429, forbidden',
	'/reference/limits/#rate-limits-and-request-size':
		'429 too many requests, quota, ingest rate limit',
	'/reference/management-api/#openapi-document':
		'openapi spec, swagger, download the schema, postman',
	'/reference/prompt-file/#_top': 'yaml schema, survey as code, json file, config as code',
	'/api/prompts/#create-a-prompt': 'create a survey over http, rest, post',
	'/agents/command-line/#install-the-command': 'install cli, npm global, npx',
	'/agents/command-line/#publish-a-revision': 'publish from the terminal, deploy a draft',
	'/agents/connections/#a-token-for-a-pipeline':
		'github actions, gitlab ci, ci/cd, deploy from git, automation token',
	'/agents/connections/#see-and-revoke-connections':
		'revoke agent access, disconnect a tool, sign out',
	'/integrations/payloads/#_top': 'webhook body, example payload, json format of a webhook',
	'/integrations/webhooks/#replace-the-secret': 'rotate signing secret, new webhook secret',
	'/integrations/webhook-signatures/#_top': 'verify a webhook, express middleware, hmac, svix',
	'/integrations/email/#_top': 'get an email for a new response, email notification, daily summary',
	'/integrations/slack/#_top': 'post low scores to slack, detractors alert, channel, slack webhook',
	'/self-hosting/debian/#_top': 'self-host, on premise, host it ourselves, vps, systemd, ubuntu',
	'/self-hosting/database/#a-database-server-of-yours':
		'connect to my own postgres, external database, rds, managed postgres, connection string',
	'/self-hosting/supabase/#deploy': 'deploy to supabase, hosted supabase project',
	'/security/accessibility/#the-prompt':
		'keyboard navigation in the popup, screen reader, focus, wcag',
	'/prompts/questions/#nps':
		'nps survey example, net promoter score, likely to recommend, detractors',
	'/prompts/questions/#rating':
		'csat, customer satisfaction, star rating, emoji scale, thumbs, ces, likert',
	'/prompts/questions/#what-every-question-has': 'required or optional question, mandatory',
	'/prompts/sampling/#ask-only-a-percentage-of-people':
		'show to 10% of visitors, random sample, rollout percentage, throttle',
	'/prompts/frequency/#how-often-a-prompt-is-shown-to-one-person':
		'show only once per user, do not ask again, recurring, every 90 days, every quarter, stop after dismiss, recontact',
	'/prompts/frequency/#limits-across-all-prompts-of-a-site':
		'survey fatigue, avoid annoying people, too many surveys, global cooldown, recontact period',
	'/prompts/timing/#wait-before-showing-delay_seconds':
		'delay before the popup appears, wait seconds',
	'/prompts/timing/#start-and-end-date': 'schedule a campaign, launch date, expire, stop on a date',
	'/prompts/experiments/#compare-variants-of-a-prompt':
		'a/b test, split test, test two wordings, multivariate',
	'/prompts/experiments/#measure-what-asking-changes': 'control group that is never asked',
	'/prompts/audience/#ask-by-what-the-visitor-did-before':
		'feature used three times, did an event n times, did not do, behavioural targeting, event count',
	'/prompts/audience/#ask-on-certain-pages-devices-or-languages':
		'url targeting, only on the pricing page, page url, mobile or desktop only, path',
	'/prompts/branching/#end-the-survey-early':
		'jump to the end, stop if the answer is no, disqualify',
	'/prompts/branching/#skip-questions-after-an-answer':
		'skip logic, conditional questions, follow-up',
	'/dashboard/prompts/#start-from-a-template': 'templates: nps, csat, churn, pmf, cancellation',
	'/dashboard/prompts/#pause-or-go-back-to-an-earlier-revision':
		'pause or stop a running survey, rollback, revert to the previous version, undo publish',
	'/dashboard/prompts/#publish': 'launch a survey, go live',
	'/dashboard/approvals/#_top': 'approve before it goes live, four eyes, review a change',
	'/dashboard/settings/#see-who-changed-what':
		'who changed this survey, history of changes, audit trail, activity log',
	'/dashboard/results/#see-how-a-prompt-does':
		'response rate, completion rate, analytics, drop-off',
	'/dashboard/results/#_top': 'where do I see the results, answers, reports, charts',
	'/dashboard/visitors/#erase-a-visitor':
		"right to be forgotten, gdpr erasure, delete a person's data, delete a user",
	'/dashboard/visitors/#export-a-visitors-data': 'gdpr subject access request, data portability',
	'/privacy/what-is-stored/#in-the-visitors-browser':
		'cookie banner, do we need consent, cookies, local storage, tracking',
	'/privacy/what-is-stored/#on-the-server': 'what personal data is collected, pii',
	'/privacy/retention/#_top': 'how long is data stored, data retention period',
	'/privacy/retention/#responses': 'how long are answers kept, delete answers of a survey',
	'/agents/mcp/#connect-an-mcp-client':
		'mcp server address, mcp url, claude, cursor, add the mcp server',
	'/agents/mcp/#what-the-mcp-server-can-do': 'mcp tools, read responses through mcp',
	'/agents/access/#what-needs-no-sign-in':
		'without signing in, without an account, anonymous agent',
	'/agents/wizard/#run-the-wizard-in-a-script':
		'non-interactive install, flags, ci, unattended, --yes',
	'/agents/commands/#_top': 'full command reference, list of commands, help',
	'/security/model/#who-is-trusted-with-what': 'roles and permissions, owner, editor, viewer',
};
