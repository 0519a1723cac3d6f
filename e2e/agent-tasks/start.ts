import type { GrantCondition, PromptInput } from '@feedback/contract';

/** The state in which the agent finds the site `Reports`, in this order. */
export type Start = {
	/** Further sites of the workspace, by name. */
	sites?: readonly string[];
	prompts?: readonly StartPrompt[];
	/** Each of these visitors reports one event, and answers the prompt that it displays. */
	visits?: readonly StartVisit[];
	/** Responses of the past. */
	past?: readonly { survey: string; answers: Record<string, number>; daysAgo: number }[];
	/** The agent has a standing grant to publish with these conditions. */
	standing?: readonly GrantCondition[];
	/** These drafts are deleted, and can be restored. */
	deleted?: readonly string[];
};

export type StartPrompt = {
	content: PromptInput;
	/** Whether the first revision is live. */
	published?: boolean;
	/** Revisions after the first, which are not. */
	revisions?: readonly PromptInput[];
};

export type StartVisit = {
	event: string;
	account?: string;
	traits?: Record<string, string>;
	answers?: Record<string, number | string>;
};
