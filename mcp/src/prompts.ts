import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Prompts that a person can start a conversation with. */
export function addPrompts(server: McpServer): void {
	server.registerPrompt(
		'draft_prompt',
		{
			title: 'Draft a feedback prompt',
			description: 'From what you want to learn to a prompt that a person can look at.',
			argsSchema: z.object({
				goal: z.string().min(1).max(1_000).describe('What you want to learn, and from whom'),
			}),
		},
		({ goal }) => ({ messages: [{ role: 'user', content: { type: 'text', text: draft(goal) } }] }),
	);
}

function draft(goal: string): string {
	return [
		`Draft a feedback prompt for this goal: ${goal}`,
		'',
		'1. Look at prompt_schema. If you are signed in, look with events_list at which events the app reports.',
		'2. Write at most three short questions, the most important one first, without jargon. Choose the trigger and the audience so that only those are asked who can answer.',
		'3. Check it with prompt_validate until there are no faults.',
		'4. Show me the questions, who is asked and when, and the link of prompt_propose. Save or publish nothing before I say so.',
	].join('\n');
}
