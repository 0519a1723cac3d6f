// The scripted agent as a command: `npm run agent-tasks -- --command "node <path of this file>"`.
import { text } from 'node:stream/consumers';

import { agentOverMcp } from './scripted-agent.ts';

const variable = (name: string) => process.env[name] ?? '';
const answer = await agentOverMcp(
	{
		sentence: await text(process.stdin),
		mcpUrl: variable('FEEDBACK_MCP_URL'),
		mcpToken: variable('FEEDBACK_MCP_TOKEN'),
		apiUrl: variable('FEEDBACK_API_URL'),
		token: variable('FEEDBACK_TOKEN'),
		docsUrl: variable('FEEDBACK_DOCS_URL'),
		dashboardUrl: variable('FEEDBACK_DASHBOARD_URL'),
	},
	new AbortController().signal,
);
console.log(answer.text);
