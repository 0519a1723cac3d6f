import type { Start } from './start.ts';
import type { Workplace } from './workplace.ts';

/** What a person asks an agent to do, with the state before and what has to be the case afterwards. */
export type Task = {
	id: string;
	/** What the person says. */
	sentence: string;
	start?: Start;
	/** What the person decides about requests: approves them, denies them with a reason, or leaves them. */
	decides?: 'approves' | { denies: string } | 'waits';
	/** Rejects unless the agent did the task. */
	check(end: End): Promise<void> | void;
};

export type End = Workplace & {
	/** What the agent answered. */
	answer: string;
};
