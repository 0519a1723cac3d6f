/** Aliases of the page of all commands; `all.ts` explains what an alias is. */
export const commandsAliases: Record<string, string> = {
	'/agents/commands/#_top':
		'full command reference, list of commands, help, all flags, cli reference, man page, options',
	'/agents/commands/#feedback-init':
		'set up from the terminal, install script, setup wizard command, add to my project, scaffold, bootstrap, npx init, uninstall by command',
	'/agents/commands/#feedback-login':
		'authenticate the cli, log in from a terminal, device code flag, headless authentication',
	'/agents/commands/#feedback-logout':
		'sign out of the cli, remove stored credentials, forget my token, switch user',
	'/agents/commands/#feedback-whoami':
		'which account is the cli using, am I logged in, current user in the terminal, show effective config, print configuration',
	'/agents/commands/#feedback-doctor':
		'check my set-up, diagnose the cli, something is wrong, troubleshoot',
	'/agents/commands/#feedback-prompt-create':
		'create a survey from the terminal, new survey from yaml, add a poll by cli, survey from a file',
	'/agents/commands/#feedback-prompt-list':
		'list surveys in the terminal, which surveys are running, all polls by cli, survey ids',
	'/agents/commands/#feedback-prompt-show':
		'show one survey in the terminal, survey details, status of a survey by cli',
	'/agents/commands/#feedback-prompt-save':
		'update a survey from the terminal, push changes of a yaml file, edit a survey by cli, new version from a file',
	'/agents/commands/#feedback-prompt-validate': 'lint a survey file, check yaml in ci',
	'/agents/commands/#feedback-prompt-diff': 'compare versions, what changed, diff of a survey',
	'/agents/commands/#feedback-prompt-publish':
		'launch a survey from the terminal, go live by cli, activate, release, roll back to an older version by cli',
	'/agents/commands/#feedback-prompt-pause':
		'stop a survey from the terminal, turn off a survey by cli, disable, kill switch',
	'/agents/commands/#feedback-prompt-resume':
		'restart a survey from the terminal, turn it on again by cli, unpause',
	'/agents/commands/#feedback-prompt-archive':
		'retire a survey from the terminal, hide old surveys by cli, finish a survey',
	'/agents/commands/#feedback-prompt-delete':
		'remove a survey from the terminal, delete a poll by cli, drop a draft',
	'/agents/commands/#feedback-prompt-duplicate': 'copy a survey to another site cli, clone',
	'/agents/commands/#feedback-prompt-export':
		'download a survey as yaml, pull a survey into git, survey to file, save definition to disk, dump as json',
	'/agents/commands/#feedback-prompt-propose':
		'share a draft as a link, survey preview link without an account by cli, send a draft to a colleague',
	'/agents/commands/#feedback-prompt-forecast':
		'estimate how many people would see a survey by cli, reach, sample size, simulate in the terminal',
	'/agents/commands/#feedback-prompt-templates':
		'ready-made surveys in the terminal, list presets by cli, nps and csat examples',
	'/agents/commands/#feedback-prompt-schema':
		'json schema for autocomplete, yaml completion in vs code, print the schema, editor validation',
	'/agents/commands/#feedback-audience-list': 'list segments in the terminal, saved cohorts by cli',
	'/agents/commands/#feedback-audience-show':
		'show a segment in the terminal, definition of a cohort by cli, who is in a segment',
	'/agents/commands/#feedback-audience-create':
		'create a segment from the terminal, new cohort from a file, targeting rules as code',
	'/agents/commands/#feedback-audience-update':
		'edit a segment from the terminal, rename a cohort by cli, change targeting rules from a file',
	'/agents/commands/#feedback-audience-archive':
		'delete a segment from the terminal, retire a cohort by cli',
	'/agents/commands/#feedback-site-create':
		'create a project from the terminal, new app by cli, staging environment by script, provision a project',
	'/agents/commands/#feedback-site-list':
		'list projects in the terminal, find my project id by cli, which apps do I have',
	'/agents/commands/#feedback-site-keys':
		'list api keys in the terminal, signing keys by cli, key rotation check',
	'/agents/commands/#feedback-site-show':
		'project details in the terminal, show project configuration by cli, allowed origins by cli',
	'/agents/commands/#feedback-site-delete':
		'delete a project from the terminal, remove an app by cli, tear down an environment',
	'/agents/commands/#feedback-workspace-delete':
		'delete an organization from the terminal, remove a team by cli',
	'/agents/commands/#feedback-deletion-list':
		'what is in the trash by cli, pending deletions in the terminal, scheduled deletions',
	'/agents/commands/#feedback-deletion-undo':
		'restore from the terminal, undelete by cli, bring back a deleted draft, cancel a deletion',
	'/agents/commands/#feedback-response-list':
		'show answers in the terminal, latest submissions by cli, read responses as json, results in a script',
	'/agents/commands/#feedback-response-texts':
		'read comments in the terminal, open text by cli, verbatims, triage by script',
	'/agents/commands/#feedback-response-tags':
		'counts of themes in the terminal, labels by cli, topics of comments',
	'/agents/commands/#feedback-response-propose':
		'tag comments with an ai script, suggest labels from a file, classify comments by cli',
	'/agents/commands/#feedback-response-summary':
		'nps in the terminal, statistics by cli, average score, report of a survey, aggregate results',
	'/agents/commands/#feedback-response-compare':
		'compare segments in the terminal, a/b results by cli, before and after, difference between versions',
	'/agents/commands/#feedback-response-export':
		'export csv from the terminal, download responses cli',
	'/agents/commands/#feedback-filter-list':
		'saved views in the terminal, list stored filters by cli',
	'/agents/commands/#feedback-filter-save':
		'store a results filter by cli, create a saved view in the terminal',
	'/agents/commands/#feedback-filter-rename': 'rename a saved view by cli',
	'/agents/commands/#feedback-filter-delete':
		'remove a saved view by cli, drop a stored filter in the terminal',
	'/agents/commands/#feedback-link-list':
		'public links by cli, shared reports in the terminal, who opened a shared link',
	'/agents/commands/#feedback-link-create':
		'share results from the terminal, public report link by cli',
	'/agents/commands/#feedback-link-revoke':
		'stop sharing by cli, disable a public report link in the terminal',
	'/agents/commands/#feedback-display-export':
		'who saw a survey but did not answer, impressions export by cli, views and dismissals csv in the terminal',
	'/agents/commands/#feedback-event-list':
		'which events arrive by cli, tracked events in the terminal, did my event arrive, recent events',
	'/agents/commands/#feedback-event-tail': 'live events in the terminal, watch events cli',
	'/agents/commands/#feedback-why': 'explain a decision in the terminal, why not shown cli',
	'/agents/commands/#feedback-webhook-list': 'list hooks in the terminal, integrations by cli',
	'/agents/commands/#feedback-webhook-show':
		'hook status in the terminal, is my webhook failing by cli',
	'/agents/commands/#feedback-webhook-create':
		'add a hook from the terminal, slack integration by cli, notify my backend by cli, zapier url',
	'/agents/commands/#feedback-webhook-update':
		'change the url of a hook by cli, edit an integration in the terminal',
	'/agents/commands/#feedback-webhook-wait':
		'block until a hook is approved, wait for an integration in a script',
	'/agents/commands/#feedback-webhook-test':
		'send a sample payload by cli, ping my endpoint, test hook delivery in the terminal',
	'/agents/commands/#feedback-webhook-log':
		'failed hooks in the terminal, delivery history by cli, webhook attempts, debug hooks',
	'/agents/commands/#feedback-webhook-redeliver':
		'resend hooks from the terminal, replay missed webhooks by cli, retry failed messages',
	'/agents/commands/#feedback-webhook-listen': 'test webhooks locally cli',
	'/agents/commands/#feedback-grant-list':
		'permissions of the cli, which scopes do I have in the terminal, pending approvals by cli',
	'/agents/commands/#feedback-grant-request':
		'ask for permission in a script, request access by cli, get approval ahead of time, pre-approve',
	'/agents/commands/#feedback-grant-wait':
		'block a script until approved, wait for a human by cli, pause the pipeline for approval',
	'/agents/commands/#feedback-grant-revoke':
		'give permissions back by cli, drop scopes after a script, remove access in the terminal',
	'/agents/commands/#feedback-mcp':
		'start the mcp server, stdio mcp, mcp.json, claude desktop config by cli, cursor setup command, local mcp',
	'/agents/commands/#feedback-docs-search':
		'search the documentation in the terminal, help by cli, ask the docs',
	'/agents/commands/#feedback-docs-get':
		'read a documentation page in the terminal, docs as markdown by cli, llms.txt by cli',
};
