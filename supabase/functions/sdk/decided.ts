import type { ExplainedPrompt, MetBranches, Prompt } from '@feedback/contract';

import type { Reason, TextValues } from '../../../contract/src/wire.ts';

/** A display that a decision has reserved. */
export type Reserved = {
	display: string;
	prompt: string;
	revision: number;
	content: Prompt;
	/** Which conditions of branches on earlier prompts hold; missing if no branch has one. */
	met_branches?: MetBranches;
	/** Values for the texts; missing if no text has one. */
	values?: TextValues;
	/** Committed, but not yet on disk: for `flushReservation`. */
	unflushed?: true;
};

/** The outcome of a decision in the database. */
export type Decided =
	| { reason: 'displayed'; reserved: Reserved; facts?: ExplainedPrompt[] }
	/** `kept`: the prompt waits in the database, not only in the page. */
	| { reason: 'waiting'; due: number; survey_id: string; kept?: true; facts?: ExplainedPrompt[] }
	| {
			reason: Exclude<Reason, 'displayed' | 'waiting'>;
			facts?: ExplainedPrompt[];
			retryAfter?: number;
	  };
