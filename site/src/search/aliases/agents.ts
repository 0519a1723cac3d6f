/** Aliases of the pages for agents; `all.ts` says what an alias is. */
export const agentsAliases: Record<string, string> = {
	'/agents/set-up/#_top': 'use with claude, cursor, copilot, ai assistant, agents.md',
	'/agents/set-up/#install-the-skill': 'skill file, skills, SKILL.md',
	'/agents/set-up/#instructions-for-the-agent': 'system prompt, AGENTS.md, CLAUDE.md, rules file',
	'/agents/set-up/#what-an-agent-can-do-without-you': 'autonomy, limits of the ai, unattended',
	'/agents/docs-routes/#_top': 'plain text docs, llm friendly docs, raw markdown, scrape the docs',
	'/agents/docs-routes/#list-of-all-documentation-pages-llmstxt':
		'sitemap for llms, index of pages',
	'/agents/docs-routes/#the-entire-documentation-in-one-file-llms-fulltxt':
		'whole docs as one text, context window, download the docs',
	'/agents/search/#_top': 'query the docs from a script, docs api, search endpoint',
	'/agents/auth/#_top': 'login of an agent, agent credentials, token for an ai',
	'/agents/auth/#when-the-answer-is-approval_required':
		'approval required error, 403, waiting for a person',
	'/agents/auth/#what-an-agent-can-never-do': 'restrictions, forbidden for ai, guardrails',
	'/agents/access/#what-needs-no-sign-in':
		'without signing in, without an account, anonymous agent',
	'/agents/access/#which-actions-need-approval': 'scopes, permissions, which rights do I need',
	'/agents/access/#public-and-secret-identifiers': 'is the site id secret, keys',
	'/agents/connections/#where-a-sign-in-is-kept': 'keychain, credentials file, token storage',
	'/agents/connections/#see-and-revoke-connections':
		'revoke agent access, disconnect a tool, sign out',
	'/agents/connections/#a-token-for-a-pipeline':
		'github actions, gitlab ci, ci/cd, deploy from git, automation token, service account, personal access token, machine user, jenkins',
	'/agents/command-line/#_top': 'cli, terminal tool, shell',
	'/agents/command-line/#install-the-command': 'install cli, npm global, npx',
	'/agents/command-line/#publish-a-revision': 'publish from the terminal, deploy a draft',
	'/agents/command-line/#delete-and-undo-in-the-terminal':
		'remove a prompt from a script, delete a site with the cli, undelete',
	'/agents/command-line/#machine-readable-output': 'json output, jq, scripting',
	'/agents/command-line/#exit-codes-of-the-command': 'return code, status code, fail the build',
	'/agents/command-line/#settings-of-the-command': 'environment variables of the cli, config file',
	'/agents/command-line/#behind-a-proxy': 'corporate proxy, https_proxy, ca certificate, firewall',
	'/agents/commands/#_top':
		'full command reference, list of commands, help, all flags, cli reference, man page, options',
	'/agents/mcp/#connect-an-mcp-client':
		'mcp server address, mcp url, claude, cursor, add the mcp server',
	'/agents/mcp/#what-the-mcp-server-can-do':
		'mcp tools, read responses through mcp, list of tools, capabilities, tool calls',
	'/agents/mcp/#limit-the-mcp-server-to-one-site-or-to-reading':
		'read-only, restrict, toolsets, least privilege',
	'/agents/mcp/#start-the-mcp-server-as-a-command': 'stdio, npx, local mcp server',
	'/agents/mcp-walk/#_top': 'end to end example, tool calls in order, full workflow of an agent',
	'/agents/mcp-security/#prompt-injection-in-a-response':
		'malicious answer, jailbreak, untrusted text',
};
