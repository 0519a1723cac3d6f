import type { Command } from './command.ts';

/** A command before it is loaded: enough for help and for finding it. */
export type Entry = { name: string; summary: string; load: () => Promise<Command> };

const nouns = {
	prompt: 'Write, check, publish and delete prompts.',
	audience: 'Save audiences that several prompts use.',
	launcher: 'Set the feedback button of a site.',
	site: 'Create, find and delete sites.',
	workspace: 'Pause programs, and delete workspaces.',
	deletion: 'List deletions and undo them.',
	response: 'Read what visitors answered, and delete it.',
	filter: 'Save filters for results under a name.',
	link: 'Share results with read-only links.',
	display: 'Export what visitors were shown.',
	event: 'List and watch the events of a site.',
	webhook: 'Send messages about events to other systems.',
	grant: 'Request, list and revoke approvals.',
	operation: 'Find and run any operation of the API.',
	docs: 'Read the documentation.',
};

/** The parts of the help: the first words of their commands. */
export const commandGroups: Record<string, readonly string[]> = {
	'Set up': ['init', 'login', 'logout', 'whoami', 'doctor', 'completion'],
	'Ask: prompts and audiences': ['prompt', 'audience', 'launcher', 'import'],
	'Learn: answers, events and reasons': ['response', 'filter', 'link', 'display', 'event', 'why'],
	'Send answers on': ['webhook'],
	'Sites and approvals': ['site', 'workspace', 'deletion', 'grant'],
	'Agents and documentation': ['mcp', 'operation', 'docs'],
};

/** Summaries of the first words of commands, for the help. */
export const nounSummaries: Record<string, string> = nouns;

// Commands differ in the types of their options and data; `runCommand` parses both by the command's schemas.
function entry(name: string, summary: string, load: () => Promise<unknown>): Entry {
	return { name, summary, load: load as Entry['load'] };
}

/** Every command, in the order of the help. */
export const registry: Entry[] = [
	entry('init', 'Install the SDK in the app of this folder, and create its site.', () =>
		import('./commands/init.ts').then((file) => file.init),
	),
	entry('login', 'Sign in, through a browser or with a code.', () =>
		import('./commands/login.ts').then((file) => file.login),
	),
	entry('logout', 'Sign out and delete the stored sign-in.', () =>
		import('./commands/logout.ts').then((file) => file.logout),
	),
	entry('whoami', 'Show who is signed in, what is approved, and all settings.', () =>
		import('./commands/whoami.ts').then((file) => file.whoami),
	),
	entry('doctor', 'Check the setup and show what to fix.', () =>
		import('./commands/doctor.ts').then((file) => file.doctor),
	),
	entry('import', 'Turn surveys of another product into prompt files; needs no sign-in.', () =>
		import('./commands/import.ts').then((file) => file.importSurveys),
	),
	entry('completion', 'Print a script that completes commands in your shell.', () =>
		import('./commands/completion.ts').then((file) => file.completion),
	),
	entry('prompt create', 'Create a prompt from a file or a template, as a draft.', () =>
		import('./commands/prompt/create.ts').then((file) => file.promptCreate),
	),
	entry('prompt list', 'List the prompts of a site.', () =>
		import('./commands/prompt/list.ts').then((file) => file.promptList),
	),
	entry('prompt show', 'Show a prompt with its latest revision.', () =>
		import('./commands/prompt/show.ts').then((file) => file.promptShow),
	),
	entry('prompt save', 'Save a file as the next revision of a prompt.', () =>
		import('./commands/prompt/save.ts').then((file) => file.promptSave),
	),
	entry('prompt validate', 'Check a prompt file; needs no sign-in.', () =>
		import('./commands/prompt/validate.ts').then((file) => file.promptValidate),
	),
	entry('prompt diff', 'Compare a file or a revision with a revision.', () =>
		import('./commands/prompt/diff.ts').then((file) => file.promptDiff),
	),
	entry('prompt publish', 'Publish a revision of a prompt, even an older one.', () =>
		import('./commands/prompt/publish.ts').then((file) => file.promptPublish),
	),
	entry('prompt pause', 'Pause a published prompt.', () =>
		import('./commands/prompt/pause.ts').then((file) => file.promptPause),
	),
	entry('prompt resume', 'Publish a paused prompt again, at the same revision.', () =>
		import('./commands/prompt/resume.ts').then((file) => file.promptResume),
	),
	entry('prompt archive', 'Archive a prompt; its responses are kept.', () =>
		import('./commands/prompt/archive.ts').then((file) => file.promptArchive),
	),
	entry('prompt delete', 'Delete a draft; only a person can delete a published prompt.', () =>
		import('./commands/prompt/delete.ts').then((file) => file.promptDelete),
	),
	entry(
		'prompt keep',
		'Save a revision with one variant of an experiment instead of the experiment.',
		() => import('./commands/prompt/keep.ts').then((file) => file.promptKeep),
	),
	entry('prompt duplicate', 'Copy a prompt into a new draft.', () =>
		import('./commands/prompt/duplicate.ts').then((file) => file.promptDuplicate),
	),
	entry('prompt export', 'Write a prompt to a file that can be saved again.', () =>
		import('./commands/prompt/export.ts').then((file) => file.promptExport),
	),
	entry('prompt propose', 'Create a link that proposes a prompt; needs no sign-in.', () =>
		import('./commands/prompt/propose.ts').then((file) => file.promptPropose),
	),
	entry(
		'prompt forecast',
		'Estimate whom a prompt would have reached, and what other prompts would lose.',
		() => import('./commands/prompt/forecast.ts').then((file) => file.promptForecast),
	),
	entry('prompt templates', 'List the templates of prompts; needs no sign-in.', () =>
		import('./commands/prompt/templates.ts').then((file) => file.promptTemplates),
	),
	entry('prompt schema', 'Print the JSON Schema of a prompt file; needs no sign-in.', () =>
		import('./commands/prompt/schema.ts').then((file) => file.promptSchemaCommand),
	),
	entry('audience list', 'List the saved audiences of a site.', () =>
		import('./commands/audience/list.ts').then((file) => file.audienceList),
	),
	entry('audience show', 'Show a saved audience, its versions and the prompts that use it.', () =>
		import('./commands/audience/show.ts').then((file) => file.audienceShow),
	),
	entry('audience create', 'Save a rule as an audience that several prompts can use.', () =>
		import('./commands/audience/create.ts').then((file) => file.audienceCreate),
	),
	entry('audience update', 'Save the next version of an audience, or rename it.', () =>
		import('./commands/audience/update.ts').then((file) => file.audienceUpdate),
	),
	entry('audience archive', 'Archive a saved audience that no prompt uses.', () =>
		import('./commands/audience/archive.ts').then((file) => file.audienceArchive),
	),
	entry('launcher show', 'Show the feedback button of a site, and the prompt that it opens.', () =>
		import('./commands/launcher/show.ts').then((file) => file.launcherShow),
	),
	entry('launcher set', 'Show a feedback button on every page, which opens a prompt.', () =>
		import('./commands/launcher/set.ts').then((file) => file.launcherSet),
	),
	entry('launcher remove', 'Remove the feedback button of a site.', () =>
		import('./commands/launcher/remove.ts').then((file) => file.launcherRemove),
	),
	entry('site create', 'Create a site.', () =>
		import('./commands/site/create.ts').then((file) => file.siteCreate),
	),
	entry('site list', 'List the sites that you may see.', () =>
		import('./commands/site/list.ts').then((file) => file.siteList),
	),
	entry('site keys', 'List the keys with which backends report events.', () =>
		import('./commands/site/keys.ts').then((file) => file.siteKeys),
	),
	entry('site show', 'Show a site.', () =>
		import('./commands/site/show.ts').then((file) => file.siteShow),
	),
	entry('site sample', 'Add a site with sample data, to see what results look like.', () =>
		import('./commands/site/sample.ts').then((file) => file.siteSample),
	),
	entry('site delete', 'Ask an owner to delete a site.', () =>
		import('./commands/site/delete.ts').then((file) => file.siteDelete),
	),
	entry('workspace pause', 'Ask an owner to pause all programs of a workspace.', () =>
		import('./commands/workspace/pause.ts').then((file) => file.workspacePause),
	),
	entry('workspace resume', 'Ask an owner to resume the programs of a workspace.', () =>
		import('./commands/workspace/resume.ts').then((file) => file.workspaceResume),
	),
	entry('workspace delete', 'Ask an owner to delete a workspace with its sites.', () =>
		import('./commands/workspace/delete.ts').then((file) => file.workspaceDelete),
	),
	entry(
		'deletion list',
		'List scheduled, undone and finished deletions, with what was deleted.',
		() => import('./commands/deletion/list.ts').then((file) => file.deletionList),
	),
	entry('deletion undo', 'Undo the deletion of a draft, or ask a person to undo another one.', () =>
		import('./commands/deletion/undo.ts').then((file) => file.deletionUndo),
	),
	entry('response list', 'List responses, newest first.', () =>
		import('./commands/response/list.ts').then((file) => file.responseList),
	),
	entry('response texts', 'List and search what visitors wrote, with tags.', () =>
		import('./commands/response/texts.ts').then((file) => file.responseTexts),
	),
	entry('response tags', 'List the tags of texts, with definitions and counts.', () =>
		import('./commands/response/tags.ts').then((file) => file.responseTags),
	),
	entry('response issues', 'List the issues that answers became, newest first.', () =>
		import('./commands/response/issues.ts').then((file) => file.responseIssues),
	),
	entry(
		'response propose',
		'Propose tags for texts, with quotes; a person accepts or rejects them.',
		() => import('./commands/response/propose.ts').then((file) => file.responsePropose),
	),
	entry('response summary', 'Show the figures of a prompt.', () =>
		import('./commands/response/summary.ts').then((file) => file.responseSummary),
	),
	entry(
		'response explain',
		'Explain a figure: what it counts, and the filter that lists exactly that.',
		() => import('./commands/response/explain.ts').then((file) => file.responseExplain),
	),
	entry(
		'response experiment',
		'Show the experiment of a published prompt, and whether to wait or decide.',
		() => import('./commands/response/experiment.ts').then((file) => file.responseExperiment),
	),
	entry('response compare', 'Compare two parts of the responses to a prompt.', () =>
		import('./commands/response/compare.ts').then((file) => file.responseCompare),
	),
	entry('response export', 'Export responses as CSV, XLSX, NDJSON or Parquet.', () =>
		import('./commands/response/export.ts').then((file) => file.responseExport),
	),
	entry('response screenshot', 'Download a picture that a visitor sent.', () =>
		import('./commands/response/screenshot.ts').then((file) => file.responseScreenshot),
	),
	entry(
		'response delete',
		'Count the responses of a filter, and ask an owner to delete them.',
		() => import('./commands/response/delete.ts').then((file) => file.responseDelete),
	),
	entry('filter list', 'List the saved filters of a prompt.', () =>
		import('./commands/filter/list.ts').then((file) => file.filterList),
	),
	entry('filter save', 'Save a filter for the results of a prompt under a name.', () =>
		import('./commands/filter/save.ts').then((file) => file.filterSave),
	),
	entry('filter rename', 'Rename a saved filter.', () =>
		import('./commands/filter/rename.ts').then((file) => file.filterRename),
	),
	entry('filter delete', 'Delete a saved filter; responses are not affected.', () =>
		import('./commands/filter/delete.ts').then((file) => file.filterDelete),
	),
	entry('link list', 'List the links to the results of a prompt.', () =>
		import('./commands/link/list.ts').then((file) => file.linkList),
	),
	entry('link create', 'Ask a person to create a link to results.', () =>
		import('./commands/link/create.ts').then((file) => file.linkCreate),
	),
	entry('link revoke', 'Ask a person to revoke a link to results.', () =>
		import('./commands/link/revoke.ts').then((file) => file.linkRevoke),
	),
	entry('display export', 'Export displays of the last 90 days, answered or not.', () =>
		import('./commands/display/export.ts').then((file) => file.displayExport),
	),
	entry('event list', 'List recent events, or the names of events.', () =>
		import('./commands/event/list.ts').then((file) => file.eventList),
	),
	entry('event tail', 'Show events as they arrive.', () =>
		import('./commands/event/tail.ts').then((file) => file.eventTail),
	),
	entry('why', 'Explain why an event, an account or nobody was shown a prompt.', () =>
		import('./commands/why.ts').then((file) => file.why),
	),
	entry('webhook list', 'List the destinations of a site.', () =>
		import('./commands/webhook/list.ts').then((file) => file.webhookList),
	),
	entry('webhook show', 'Show a destination and its state.', () =>
		import('./commands/webhook/show.ts').then((file) => file.webhookShow),
	),
	entry('webhook create', 'Ask a person to create a webhook or another destination.', () =>
		import('./commands/webhook/create.ts').then((file) => file.webhookCreate),
	),
	entry('webhook update', 'Ask a person to change a destination.', () =>
		import('./commands/webhook/update.ts').then((file) => file.webhookUpdate),
	),
	entry('webhook wait', 'Wait until a person has decided on a destination.', () =>
		import('./commands/webhook/wait.ts').then((file) => file.webhookWait),
	),
	entry('webhook test', 'Send a sample to a destination, and show the result.', () =>
		import('./commands/webhook/test.ts').then((file) => file.webhookTest),
	),
	entry('webhook log', 'List the deliveries of a destination, newest first.', () =>
		import('./commands/webhook/log.ts').then((file) => file.webhookLog),
	),
	entry('webhook redeliver', 'Send one message again, or everything in a period.', () =>
		import('./commands/webhook/redeliver.ts').then((file) => file.webhookRedeliver),
	),
	entry('webhook listen', 'Forward responses to a local port, as a webhook would.', () =>
		import('./commands/webhook/listen.ts').then((file) => file.webhookListen),
	),
	entry('grant list', 'List approvals, or pending requests.', () =>
		import('./commands/grant/list.ts').then((file) => file.grantList),
	),
	entry('grant request', 'Ask a person to approve an action.', () =>
		import('./commands/grant/request.ts').then((file) => file.grantRequest),
	),
	entry('grant wait', 'Wait until a person has decided.', () =>
		import('./commands/grant/wait.ts').then((file) => file.grantWait),
	),
	entry('grant revoke', 'Revoke an approval.', () =>
		import('./commands/grant/revoke.ts').then((file) => file.grantRevoke),
	),
	entry('mcp', 'Serve the tools to an editor over MCP, or show how to set that up.', () =>
		import('./commands/mcp.ts').then((file) => file.mcp),
	),
	entry('operation find', 'Find operations of the API by words, or describe one.', () =>
		import('./commands/operation/find.ts').then((file) => file.operationFind),
	),
	entry('operation run', 'Run any operation of the API by its name.', () =>
		import('./commands/operation/run.ts').then((file) => file.operationRun),
	),
	entry('docs search', 'Search the documentation; needs no sign-in.', () =>
		import('./commands/docs/search.ts').then((file) => file.docsSearch),
	),
	entry('docs get', 'Print a page of the documentation; needs no sign-in.', () =>
		import('./commands/docs/get.ts').then((file) => file.docsGet),
	),
];
