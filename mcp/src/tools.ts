import type { AnyTool } from './tool.ts';
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
];

/** Commands without a tool; the documentation says why. The first of them need a terminal or write files. */
export const terminalOnly: readonly string[] = [
	'login',
	'logout',
	'doctor',
	'import',
	'completion',
	'init',
	'event tail',
	'display export',
	// Agents write prompts for the app that they work on.
	'prompt templates',
	// responses_summary returns the figures of both sides.
	'response compare',
	// Agents use saved filters, or write a condition.
	'filter save',
	'filter rename',
	'filter delete',
	// A person creates and revokes each link to results; no tool of an editor needs the list.
	'link list',
	'link create',
	'link revoke',
	'mcp',
	// No audience tools are needed: prompt_save accepts a saved audience, and if it is unknown, the error lists the
	// site's audiences.
	'audience list',
	'audience show',
	'audience create',
	'audience update',
	'audience archive',
	// An agent archives what it wrote; deleting is for people and their scripts.
	'prompt delete',
	'site delete',
	'workspace delete',
	'deletion list',
	'deletion undo',
	// A person creates each site key; no tool of an editor needs the list.
	'site keys',
	// A person approves each destination, and sees its secret; no tool of an editor needs one.
	'webhook list',
	'webhook show',
	'webhook create',
	'webhook update',
	'webhook wait',
	'webhook test',
	'webhook log',
	'webhook redeliver',
	'webhook listen',
];
