// `npm run agent-tasks -- --command "<agent>"`: lets an agent do thirty tasks, and prints what it achieved.
import { parseArgs } from 'node:util';

import { startTestDocs } from '../../site/test/start-test-docs.ts';
import { buildIfStale, builds } from '../../server/parts/builds.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';
import { commandAgent } from './command-agent.ts';
import { formatOutcomes } from './format-outcomes.ts';
import { runTask, type Outcome } from './run-task.ts';
import { tasks } from './tasks.ts';

/** Address of pages that agents name; nobody opens them. */
const dashboardUrl = 'http://127.0.0.1:54323';

const { values } = parseArgs({
	options: {
		command: { type: 'string' },
		task: { type: 'string', multiple: true },
		deadline: { type: 'string', default: '300' },
	},
});
const deadline = Number(values.deadline);
const chosen = values.task ?? tasks.map(({ id }) => id);
const unknown = chosen.find((id) => !tasks.some((task) => task.id === id));
if (values.command === undefined || !(deadline > 0) || unknown !== undefined) {
	const ids = tasks.map(({ id }) => id).join(', ');
	console.error(
		`Usage: npm run agent-tasks -- --command "<agent>" [--task <id>]… [--deadline <seconds>]\n\nTasks: ${ids}`,
	);
	process.exit(2);
}

await buildIfStale(builds.command, (line) => console.error(line));
const docs = await startTestDocs();
const stack = await startTestStack({
	// The proxy gives each request another address.
	network: { trustedProxies: ['127.0.0.1'] },
	environment: { FEEDBACK_DOCS_URL: docs.url, FEEDBACK_PRIVATE_NETWORKS: '127.0.0.0/8' },
});
try {
	const { apiUrl, authUrl, adminUrl } = stack;
	const service = { apiUrl, authUrl, adminUrl, docsUrl: docs.url, dashboardUrl };
	const agent = commandAgent(values.command);
	const outcomes: Outcome[] = [];
	for (const task of tasks.filter(({ id }) => chosen.includes(id))) {
		console.error(task.sentence);
		outcomes.push(await runTask(service, task, agent, deadline));
	}
	console.log(formatOutcomes(outcomes));
	process.exitCode = outcomes.some(({ failure }) => failure !== undefined) ? 1 : 0;
} finally {
	await stack.stop();
	await docs.stop();
}
