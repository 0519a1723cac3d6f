import type { Exemption } from './exempt-blocks.ts';

/**
 * Blocks for a terminal that `npm run rehearse commands` does not run, and why. `site/test/examples.test.ts` still
 * parses their commands.
 */
export const notRun: readonly Exemption[] = [
	{
		page: 'api/',
		language: 'sh',
		reason: 'Recorded from the service, with other IDs; api-calls.test.ts compares them with it.',
	},
	{
		page: 'self-hosting/',
		language: 'sh',
		reason:
			'For a server: the rehearsals debian, image, postgres, sealing-key, drill and self-hosted.',
	},
	{ page: 'start/figures', language: 'sh', reason: 'Measures this tree: `npm run prove`.' },
	{ page: 'start/rerun', language: 'sh', reason: 'Measures this tree: `npm run prove`.' },
	{
		page: 'index',
		language: 'sh',
		starts: 'npm ci',
		reason: 'Starts the service: the rehearsal demo.',
	},
	{ page: 'start/five-minutes', language: 'sh', reason: 'Starts the service: the rehearsal demo.' },
	{
		page: 'recipes/',
		language: 'sh',
		reason: 'The rehearsal recipes follows each page in an app.',
	},
	{
		page: 'agents/set-up',
		language: 'sh',
		starts: 'npm run agent-tasks',
		reason: 'Needs an agent; agent-tasks.test.ts of mcp/ plays one.',
	},
	{
		page: 'agents/set-up',
		language: 'sh',
		starts: 'claude mcp add',
		reason: "Another vendor's program; mcp/test/docs.test.ts compares what it is given.",
	},
	{
		page: 'agents/mcp',
		language: 'sh',
		starts: 'claude mcp add',
		reason: "Another vendor's program; mcp/test/docs.test.ts compares what it is given.",
	},
	{
		page: 'agents/mcp',
		language: 'sh',
		starts: 'codex mcp add',
		reason: "Another vendor's program; mcp/test/docs.test.ts compares what it is given.",
	},
	{
		page: 'agents/commands/',
		language: 'sh',
		reason: 'The tests of the command run it against a service: cli/test.',
	},
	{
		page: 'agents/connections',
		language: 'sh',
		reason: 'The tests of the command run it against a service: cli/test.',
	},
	{
		page: 'agents/set-up',
		language: 'sh',
		reason: 'The tests of the command run it against a service: cli/test.',
	},
	{
		page: 'agents/mcp',
		language: 'sh',
		reason: 'The tests of the command run it against a service: cli/test.',
	},
	{
		page: 'prompts/audience',
		language: 'sh',
		reason: 'The tests of the command run it against a service: cli/test.',
	},
	{
		page: 'prompts/why-not',
		language: 'sh',
		reason: 'The tests of the command run it against a service: cli/test.',
	},
	{
		page: 'integrations/',
		language: 'sh',
		reason: 'The tests of the command run it against a service: cli/test.',
	},
	{
		page: 'reference/prompt-file',
		language: 'sh',
		reason: 'The tests of the command run it against a service: cli/test.',
	},
];
