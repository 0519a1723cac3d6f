import type { RunAgent } from '../run-task.ts';
import { tasks } from '../tasks.ts';
import { byCommand } from './by-command.ts';
import { CommandCaller } from './command-caller.ts';
import { overMcp } from './over-mcp.ts';
import { ToolCaller } from './tool-caller.ts';

/** Knows what to call for each sentence, and calls it over MCP. */
export const agentOverMcp: RunAgent = async (assignment) => {
	const tools = await ToolCaller.connect(assignment);
	try {
		return { text: await overMcp[recognize(assignment.sentence)]!(tools), commands: 0 };
	} finally {
		await tools.close();
	}
};

/** The same by the command. */
export const agentByCommand: RunAgent = async (assignment) => {
	const feedback = new CommandCaller(assignment);
	const text = await byCommand[recognize(assignment.sentence)]!(feedback);
	return { text, commands: feedback.count };
};

function recognize(sentence: string): string {
	const task = tasks.find((known) => known.sentence === sentence.trim());
	if (!task) throw new Error(`It does not know the task: ${sentence}`);
	return task.id;
}
