import { decideRequests } from './decide-requests.ts';
import { openProxy } from './open-proxy.ts';
import type { Task } from './task.ts';
import { openWorkplace, type Service } from './workplace.ts';

/** What an agent gets. */
export type Assignment = {
	/** What the person says. */
	sentence: string;
	mcpUrl: string;
	mcpToken: string;
	/** Address of the API and a token, for the command. */
	apiUrl: string;
	token: string;
	docsUrl: string;
	dashboardUrl: string;
};

export type Answer = {
	text: string;
	/** Number of commands that it ran. */
	commands: number;
};

/** Does what the sentence says; aborted at the deadline. */
export type RunAgent = (assignment: Assignment, signal: AbortSignal) => Promise<Answer>;

export type Outcome = {
	task: Task;
	/** Why the task failed; undefined if it passed. */
	failure: string | undefined;
	toolCalls: number;
	commands: number;
	seconds: number;
};

/** Lets an agent do a task in a workspace that has no other use, and checks the end state. */
export async function runTask(
	service: Service,
	task: Task,
	runAgent: RunAgent,
	deadlineSeconds: number,
): Promise<Outcome> {
	const workplace = await openWorkplace(service, task.start);
	const { person, agent } = workplace;
	const proxy = await openProxy(service.apiUrl, () => decideRequests(person, task.decides));
	const start = performance.now();
	let commands = 0;
	let failure: string | undefined;
	try {
		const answer = await runAgent(
			{
				sentence: task.sentence,
				mcpUrl: `${proxy.apiUrl}/mcp`,
				apiUrl: proxy.apiUrl,
				mcpToken: agent.mcpToken,
				token: agent.token,
				docsUrl: service.docsUrl,
				dashboardUrl: service.dashboardUrl,
			},
			AbortSignal.timeout(deadlineSeconds * 1_000),
		);
		({ commands } = answer);
		proxy.rethrow();
		await task.check({ ...workplace, answer: answer.text });
	} catch (error) {
		failure = (error as Error).message;
	} finally {
		proxy.close();
	}
	const seconds = (performance.now() - start) / 1_000;
	return { task, failure, toolCalls: proxy.toolCalls(), commands, seconds };
}
