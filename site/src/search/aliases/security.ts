/** Aliases of the pages about security and privacy; `all.ts` explains what an alias is. */
export const securityAliases: Record<string, string> = {
	'/privacy/retention/#_top':
		'how long is data stored, data retention period, how long do you keep data, data disappears, old data missing, auto delete, cleanup, disk full, database keeps growing, table size, purge old data, storage limitation, which tables are huge, shrink the database, free disk space, old rows, storage grows, disk usage, delete data older than, retention period, limited storage, database too large, events table too big, deleted automatically, storage period',
	'/privacy/retention/#individual-events':
		'how long are events kept, purge, ttl, old events missing, events older than 30 days, event table grows, delete events, disk space, partitions, event history',
	'/privacy/retention/#visitor-history':
		'how long are people remembered, inactive users, contacts deleted, inactive users removed, 90 days, user seen as new after months, delete old contacts, history lost',
	'/privacy/retention/#responses':
		'how long are answers kept, delete answers of a survey, purge old submissions, retention of answers, delete automatically, delete old responses, are responses kept forever, responses after user deletion, remove answers, answers of deleted users, delete a single response, response is anonymous after erasure, delete answers after a time, anonymise, strip personal data, keep answers without the person',
	'/privacy/retention/#keep-data-for-a-shorter-time':
		'reduce retention, auto delete, data minimization, change retention, delete after 7 days, configure retention, shorten storage, keep longer, configure the retention period, days to keep, delete events older than x days, cleanup job',
	'/privacy/retention/#why-a-condition-cannot-look-back-further':
		'last 6 months condition refused, more than 90 days, within_days maximum, look back a year, audience history limit',
	'/privacy/what-is-stored/#_top':
		'personal data, data collected, privacy policy text, dpa, tracking, what data do you collect, gdpr data, privacy notice, record of processing, dpia, cookies, list this in our privacy statement, privacy declaration, what to write in the privacy policy',
	'/privacy/what-is-stored/#in-the-visitors-browser':
		'cookie banner, do we need consent, cookies, local storage, tracking, localStorage, session storage, fingerprint, eprivacy, does it set cookies, cookie consent, local storage keys, do I need a banner, mention in the cookie policy, indexedDB, without cookies, ttdsg, third-party cookies, storage disabled, private mode, cookie banner do we need consent, does it set a cookie, strictly necessary cookies, cookieless, uses localstorage, cookie lifetime, what does the script store, persistent identifier, clear browser data',
	'/privacy/what-is-stored/#on-the-server':
		'what personal data is collected, pii, which data is stored about users, url with query string, user agent, location, browser version, database content, metadata of a response, country, metadata such as country and browser, device information, where is it stored, database, what do you keep',
	'/privacy/what-is-stored/#network-addresses':
		'ip address, geolocation, anonymize ip, is the ip stored, ip anonymization, geoip, country from ip, gdpr ip address, store ip address, visitor ip, geo lookup',
	'/privacy/what-is-stored/#keep-personal-data-out':
		'pii, email in answers, mask, redact, scrub, email as user id, personal data in url, avoid pii, pseudonymous, query strings, tokens in the url, confidential, sensitive data, anonymous survey',
	'/privacy/what-is-stored/#who-can-read-responses':
		'access to answers, confidentiality, anonymous surveys, keep responses anonymous, who sees answers, anonymous survey, can my colleagues see names, access control, confidential',
	'/security/accessibility/#_top':
		'a11y, wcag, section 508, ada, screen reader, keyboard, voiceover, color contrast, wcag 2.2, accessible, vpat, eaa, bfsg, disability, blind users, aria, blind users cannot operate the form, disabled users, assistive technology',
	'/security/accessibility/#the-prompt':
		'keyboard navigation in the popup, screen reader, focus, wcag, screen reader does not announce, focus stolen, focus trap, tab order, escape, nvda, voiceover, keyboard only, contrast, label missing, keyboard trap, focus order, vpat, conformance',
	'/security/accessibility/#the-dashboard-and-these-pages':
		'accessible dashboard, charts for blind, skip link, zoom, mobile dashboard',
	'/security/accessibility/#how-accessibility-is-tested':
		'axe, accessibility tests, lighthouse accessibility, audit',
	'/security/accessibility/#what-is-known-to-be-missing':
		'accessibility statement, vpat, third-party audit, conformance report, known barriers',
	'/security/model/#_top':
		'security overview, whitepaper, compliance, soc2, is it secure, security whitepaper, how is data protected, pentest, iso 27001, soc 2',
	'/security/model/#who-is-trusted-with-what':
		'roles and permissions, owner, editor, viewer, permissions, roles, what can a viewer do, what can an agent do, trust boundaries',
	'/security/model/#access-is-enforced-in-the-database':
		'row level security, rls, tenant isolation, multi-tenant, can other customers see our data, tenants, data isolation, see other customers data, authorization',
	'/security/model/#public-and-secret':
		'which keys are secret, leaked key, safe to expose, which ids are public, can I commit it, is the key secret, leak',
	'/security/model/#what-the-public-api-returns':
		'what can a visitor see, api exposes emails, scrape responses, read answers with the site id, enumerate users',
	'/security/model/#text-from-strangers':
		'xss, injection, sanitize, escape html, xss in answers, csv injection, formula in excel, html in responses, escape, sql injection, script in feedback',
	'/security/model/#sign-in':
		'passwords, session, cookies, mfa, two factor, csrf, session cookie, sso security, login security, reauthenticate, sign in again',
	'/security/model/#what-is-in-the-audit-log':
		'audit trail, logging of admins, audit events, compliance log, siem, what is logged',
	'/security/model/#report-a-vulnerability':
		'security contact, responsible disclosure, bug bounty, found a security bug, cve, disclose, security.txt',
	'/security/threats/#_top':
		'attacks, risks, hacker, abuse, penetration test, threat model, attack scenarios, stride, what can go wrong',
	'/security/threats/#a-stranger-with-your-site-id':
		'fake answers, spam responses, stuffing, flooding, bots, forged events, someone copied my key, fake responses, spam submissions, someone floods my survey, abuse of the public id, bots answer, stuff the ballot, dos, vote manipulation, captcha, spammers submit nonsense, junk answers, troll responses, fake submissions, rig a vote, duplicate submissions by bots, identical submissions seconds apart, submit many responses, multiple responses from one person, ip limit, spam protection, recaptcha, turnstile, honeypot, unverified messages, anybody can post with my id',
	'/security/threats/#a-stolen-site-key':
		'leaked secret, compromised backend key, backend key leaked, key in the git history, revoke, what can a thief do',
	'/security/threats/#a-visitor-who-wants-to-know-more':
		"can users see targeting, reveal rules, competitor reads surveys, information leak, visible in the network tab, other users' rules, inspect, hidden surveys, leak to the client",
	'/security/threats/#a-hostile-page-around-the-prompt':
		'clickjacking, xss, iframe, embedding, malicious page, third-party scripts read answers, keylogger',
	'/security/threats/#a-script-that-was-tampered-with':
		'supply chain, cdn compromise, compromised cdn, supply chain attack, malicious npm package, dependencies',
	'/security/threats/#a-tool-that-goes-too-far':
		'agent publishes without asking, rogue ai, approval bypass, swap content, agent deletes data',
	'/security/threats/#a-proposal-by-an-unknown-party':
		'malicious proposal link, phishing link, is it safe to open a proposal',
	'/security/threats/#a-member-who-should-see-less':
		'restrict a member to one project, permissions per site, hide a survey from colleagues, team access, fine-grained access, access per survey, limit access to certain projects for team members, per-environment permission, roles, viewer, who may see answers',
	'/security/threats/#an-attacker-with-a-copy-of-the-database':
		'data breach, leak, encryption at rest, dump stolen, database stolen, backup leaked, encrypted at rest, hashed tokens',
	'/security/threats/#an-attacker-who-can-watch-or-block-the-network':
		'man in the middle, tls required, http, sniffing',
	'/security/threats/#denial-of-service-from-within':
		'ddos, overload, flood, expensive rules, regex dos, large exports, slow query',
};
