import type { AnyTool } from './tool.ts';
import { commandRun } from './tools/command-run.ts';
import { commandsFind } from './tools/commands-find.ts';
import { docsGet } from './tools/docs-get.ts';
import { docsSearch } from './tools/docs-search.ts';
import { eventsList } from './tools/events-list.ts';
import { grants } from './tools/grants.ts';
import { promptForecast } from './tools/prompt-forecast.ts';
import { promptGet } from './tools/prompt-get.ts';
import { promptPropose } from './tools/prompt-propose.ts';
import { promptPublish } from './tools/prompt-publish.ts';
import { promptSave } from './tools/prompt-save.ts';
import { promptSchema } from './tools/prompt-schema.ts';
import { promptValidate } from './tools/prompt-validate.ts';
import { promptsList } from './tools/prompts-list.ts';
import { responsesList } from './tools/responses-list.ts';
import { responsesSummary } from './tools/responses-summary.ts';
import { siteCreate } from './tools/site-create.ts';
import { whoami } from './tools/whoami.ts';

/** Every tool, in the order of the list: those without sign-in first. */
export const tools: readonly AnyTool[] = [
	docsSearch,
	docsGet,
	promptSchema,
	promptValidate,
	promptPropose,
	whoami,
	siteCreate,
	promptsList,
	promptGet,
	promptSave,
	promptPublish,
	promptForecast,
	responsesList,
	responsesSummary,
	eventsList,
	grants,
	commandsFind,
	commandRun,
];

/**
 * Commands that need a terminal, watch or write files; the documentation lists the reasons. Any other command has a tool, or
 * `command_run` runs the operation behind it.
 */
export const terminalOnly: readonly string[] = [
	'login',
	'logout',
	'doctor',
	'import',
	'completion',
	'init',
	'event tail',
	'display export',
	'response screenshot',
	'mcp',
	'webhook listen',
];
