/** Aliases of the pages for agents; `all.ts` explains what an alias is. */
export const agentsAliases: Record<string, string> = {
	'/agents/access/#_top':
		'permissions of an agent, approvals, what needs approval, security of ai access, human approval of agent actions, confirmation prompt, approve mode',
	'/agents/access/#what-needs-no-sign-in':
		'without signing in, without an account, anonymous agent, use without account, propose a survey link, anonymous, try without login, what can I do without signing in, no login needed',
	'/agents/access/#which-actions-need-approval':
		'scopes, permissions, which rights do I need, approval required, what can an agent do alone, permission list, read responses needs approval, require user confirmation, confirm destructive actions, tools that need confirmation, approval per tool, write tools need approval, ask before executing, reads without asking, writes need confirmation, least privilege, allowed actions',
	'/agents/access/#how-an-approval-is-requested-and-given':
		'how do I approve, approval flow, request url, agent waits, denied',
	'/agents/access/#what-an-approval-is-bound-to':
		'scope of an approval, can it be reused, hash of the content, one revision only',
	'/agents/access/#when-an-approval-ends':
		'approval expired, lost approval, revoked, role lost, left workspace',
	'/agents/access/#public-and-secret-identifiers':
		'is the site id secret, keys, which key goes where, frontend key, backend secret',
	'/agents/auth/#_top':
		'login of an agent, agent credentials, token for an ai, login for ai agents, auth.md, authenticate an agent, machine login',
	'/agents/auth/#start-without-signing-in':
		'no account needed, propose a survey, prompt propose, link',
	'/agents/auth/#sign-in-with-the-command':
		'feedback login, device code, ssh, headless login, no browser, ci login',
	'/agents/auth/#sign-in-as-an-mcp-client':
		'mcp 401 unauthorized, oauth for mcp, mcp login, www-authenticate, cursor asks for login',
	'/agents/auth/#when-the-answer-is-approval_required':
		'approval required error, 403, waiting for a person, approval_required, exit code 5, keeps saying approval required, agent stops, stuck waiting, retry after approval, not permitted to publish, agent says it may not publish, needs approval',
	'/agents/auth/#words-of-visitors-are-data':
		'prompt injection, agent follows text in answers, untrusted content',
	'/agents/auth/#what-an-agent-can-never-do':
		'restrictions, forbidden for ai, guardrails, agent cannot change settings, cannot delete, cannot invite, not allowed, forbidden by design',
	'/agents/auth/#when-you-are-done':
		'log out, end the session, disconnect the agent, connection revoked',
	'/agents/command-line/#_top':
		'cli, terminal tool, shell, command line, terminal, feedback command, what can the cli do',
	'/agents/command-line/#install-the-command':
		'install cli, npm global, npx, command not found, global install, node version, homebrew, binary, install the command line tool',
	'/agents/command-line/#sign-in':
		'cli login, login on a server, browser does not open, device code, not signed in, exit code 4, get token from command line, login without browser, interactive login',
	'/agents/command-line/#from-nothing-to-responses':
		'cli example, full walkthrough in the terminal, create site and prompt by cli, end to end',
	'/agents/command-line/#create-a-prompt-from-a-file-in-the-terminal':
		'survey as code, yaml, gitops, create from json, version control of surveys, terraform, dry run',
	'/agents/command-line/#publish-a-revision':
		'publish from the terminal, deploy a draft, publish from ci, deploy survey, cli publish, go back to an older revision',
	'/agents/command-line/#delete-and-undo-in-the-terminal':
		'remove a prompt from a script, delete a site with the cli, undelete, cli delete, remove a draft, undo deletion in terminal',
	'/agents/command-line/#machine-readable-output':
		'json output, jq, scripting, --json, parse output, script the cli, stdout, clean json output, structured errors, output format',
	'/agents/command-line/#exit-codes-of-the-command':
		'return code, status code, fail the build, exit code 1, exit status, ci fails, error code of the cli, hangs instead of failing, fail fast, deterministic exit code',
	'/agents/command-line/#options-of-the-command-line-tool':
		'flags, --site, --workspace, --wait, global options, arguments',
	'/agents/command-line/#settings-of-the-command':
		'environment variables of the cli, config file, FEEDBACK_TOKEN, FEEDBACK_API_URL, point the cli at my own server, self-hosted cli, feedback.json, config.json, environment',
	'/agents/command-line/#behind-a-proxy':
		'corporate proxy, https_proxy, ca certificate, firewall, NO_PROXY, corporate network, self signed certificate cli, NODE_EXTRA_CA_CERTS, unable to get local issuer certificate, ETIMEDOUT',
	'/agents/command-line/#approval': 'cli approval, --wait, waits for a person, exit code 5',
	'/agents/connections/#_top':
		'connected apps, tools, sessions of agents, api tokens, personal tokens',
	'/agents/connections/#sign-in-from-a-terminal':
		'device flow, code in the browser, login over ssh, terminal login, token expired, sign in again, refresh token, without a browser, ssh, remote machine, device code, how long does it last',
	'/agents/connections/#where-a-sign-in-is-kept':
		'keychain, credentials file, token storage, keyring, token file, libsecret, how long am I signed in, login expires, logged out of the cli',
	'/agents/connections/#see-and-revoke-connections':
		'revoke agent access, disconnect a tool, sign out, list of tokens, remove an agent, revoke a token, lost laptop',
	'/agents/connections/#a-token-for-a-pipeline':
		'github actions, gitlab ci, ci/cd, deploy from git, automation token, service account, personal access token, machine user, jenkins, api key, api token, where do I get an api key, generate a token, api key for reading answers from my script, access token for the api, programmatic access, cron job, ci cd, github action secret, machine token, bot user, x-api-key, api returns 401 with my key, call the rest api from a cron job, key for the rest api, non-interactive login, token flag, headless authentication, ci login hangs, no tty, api key for automation, master api key, admin key, login in scripts, environment variable token, token without web login, expires, unattended',
	'/agents/docs-routes/#_top':
		'plain text docs, llm friendly docs, raw markdown, scrape the docs, docs for llms, markdown docs, docs as text, machine readable docs, documentation for llms, plain markdown documentation, agent readable docs, docs for coding agents, llms.txt',
	'/agents/docs-routes/#get-a-page-as-markdown':
		'index.md, raw page, copy page as markdown, plain text',
	'/agents/docs-routes/#front-matter-metadata-at-the-top-of-a-page':
		'metadata of a page, yaml header, version of a page, updated',
	'/agents/docs-routes/#ask-with-the-header-accept-textmarkdown':
		'content negotiation, accept header, text/markdown, curl docs',
	'/agents/docs-routes/#size-of-a-page-the-x-markdown-tokens-header':
		'token count, context window, head request, page size',
	'/agents/docs-routes/#list-of-all-documentation-pages-llmstxt':
		'sitemap for llms, index of pages, llms.txt, index of docs, page list, sitemap',
	'/agents/docs-routes/#the-entire-documentation-in-one-file-llms-fulltxt':
		'whole docs as one text, context window, download the docs, llms-full.txt, all docs in one file, pdf of the docs, offline docs, feed docs to gpt',
	'/agents/docs-routes/#caching': 'etag, 304, if-none-match, cache-control',
	'/agents/docs-routes/#unknown-pages-and-other-errors':
		'404 page, moved page, redirect, 405, page not found',
	'/agents/mcp-security/#_top': 'is mcp safe, ai security, attacks on agents, mcp risks',
	'/agents/mcp-security/#prompt-injection-in-a-response':
		'malicious answer, jailbreak, untrusted text, ignore previous instructions, injection, untrusted_text, jailbreak by a respondent, free text makes the agent call tools, injection through feedback, instructions in answers, external text calls destructive tool',
	'/agents/mcp-security/#stolen-or-misdirected-tokens':
		'token theft, confused deputy, token passthrough, audience of a token',
	'/agents/mcp-security/#requests-from-malicious-web-pages':
		'dns rebinding, origin check, localhost mcp attack',
	'/agents/mcp-security/#oversized-and-excessive-requests':
		'mcp rate limit, timeout, batch limit, payload limit',
	'/agents/mcp-security/#proposals-by-strangers': 'spam proposals, unknown link, fake proposal',
	'/agents/mcp-security/#your-responsibility':
		'what should I watch out for, best practice for approving, read_only, read only agent, safe settings',
	'/agents/mcp-walk/#_top':
		'end to end example, tool calls in order, full workflow of an agent, mcp example session, recorded tool calls, step by step with an agent',
	'/agents/mcp-walk/#validate-the-prompt': 'prompt_validate, check via mcp, faults',
	'/agents/mcp-walk/#propose-the-prompt': 'prompt_propose, link for the person, without sign-in',
	'/agents/mcp-walk/#find-the-prompts-uuid-after-the-person-has-saved-it':
		'prompt_list, find uuid, how do I know it was saved, drafts',
	'/agents/mcp-walk/#forecast-the-prompt': 'prompt_forecast, estimate via mcp, reach',
	'/agents/mcp-walk/#request-the-approval': 'grant_request, ask to publish, approval url',
	'/agents/mcp-walk/#wait-for-the-decision': 'grants wait, pending, poll, denied',
	'/agents/mcp-walk/#publish-the-revision':
		'prompt_publish, publish via mcp, if_latest, changed false',
	'/agents/mcp/#_top':
		'model context protocol, mcp, mcp server, ai integration, connect chatgpt, llm tools',
	'/agents/mcp/#connect-an-mcp-client':
		'mcp server address, mcp url, claude, cursor, add the mcp server, cannot connect to the mcp server, 404 mcp, mcp endpoint, streamable http, sse, remote mcp, chatgpt connector, gemini cli, mcp inspector',
	'/agents/mcp/#claude-code': 'claude mcp add, .mcp.json, claude code config',
	'/agents/mcp/#cursor': 'cursor mcp.json, cursor settings, add to cursor',
	'/agents/mcp/#visual-studio-code':
		'vscode mcp, copilot agent mode, github copilot, .vscode/mcp.json',
	'/agents/mcp/#windsurf': 'windsurf config, codeium, cascade',
	'/agents/mcp/#codex': 'openai codex, config.toml, codex mcp login',
	'/agents/mcp/#opencode': 'opencode config',
	'/agents/mcp/#zed': 'zed editor, context servers',
	'/agents/mcp/#claude-desktop':
		'claude desktop config, claude app, custom connector, claude connector fails, claude.ai connector',
	'/agents/mcp/#login-and-authentication-of-an-mcp-client':
		'mcp oauth, 401 unauthorized mcp, token for mcp, mcp login window does not open, approval during a tool call, needs authentication, bearer token header, api key for mcp, tool call fails with needs approval, mcp tool not permitted, oauth session expired, re-authenticate, reconnect fails with 401, mcp token expired, authorization with the mcp server failed, requires re-authorization, codex mcp logout, invalid token mcp, stuck authenticating, authentication failed mcp, mcp connector fails, reauthenticate every hour, short lived tokens, oauth fails, browser does not open, 401, reconnect, session expired, headless server',
	'/agents/mcp/#what-the-mcp-server-can-do':
		'mcp tools, read responses through mcp, list of tools, capabilities, tool calls, tools, which tools, can the ai read responses, create survey via mcp, analyze responses with claude, ask claude about results, summarize feedback with ai, list available mcp tools, connect chatgpt to read feedback, available tools, run a survey with an agent, mcp tools list, destructive hint, tool annotations',
	'/agents/mcp/#limit-the-mcp-server-to-one-site-or-to-reading':
		'read-only, restrict, toolsets, least privilege, read only mcp, restrict tools, one project only, too many tools, url parameters, read-only mode, readonly mcp, disable write tools, hide destructive tools, only safe tools, restrict what the agent may do, no write access, fewer tools, only query tools, restrict the agent',
	'/agents/mcp/#start-the-mcp-server-as-a-command':
		'stdio, npx, local mcp server, npx feedback mcp, command based mcp, local server, windows cmd',
	'/agents/mcp/#server-card': 'discovery, well-known, mcp catalog, server card',
	'/agents/mcp/#responses-are-data-not-instructions': 'prompt injection mcp, untrusted answers',
	'/agents/search/#_top':
		'query the docs from a script, docs api, search endpoint, search api of the docs, GET /search, query docs',
	'/agents/search/#search-parameters': 'limit, q, how many results, query parameter',
	'/agents/search/#the-search-result': 'result json, fields, passage, url of a section',
	'/agents/search/#search-errors': 'invalid_request, empty query, 400 on search',
	'/agents/search/#how-the-search-works':
		'typo tolerance, synonyms, fuzzy, stemming, is it ai search, ranking, pagefind',
	'/agents/set-up/#_top':
		'use with claude, cursor, copilot, ai assistant, agents.md, claude code setup, cursor setup, use ai to create surveys, connect my agent, vibe coding',
	'/agents/set-up/#connect-the-mcp-server': 'add mcp, claude mcp add, mcp config, mcp json',
	'/agents/set-up/#install-the-skill':
		'skill file, skills, SKILL.md, skill, .agents, claude skill, teach the agent',
	'/agents/set-up/#instructions-for-the-agent':
		'system prompt, AGENTS.md, CLAUDE.md, rules file, copilot-instructions, cursor rules, prompt for the agent, paste this',
	'/agents/set-up/#what-an-agent-can-do-without-you':
		'autonomy, limits of the ai, unattended, autonomous, what is allowed, limits of the agent, human in the loop',
};
