import type { ExplainedRule, MetBranches, Prompt } from '@feedback/contract';

import type { Reason, TextValues } from '../../../contract/src/wire.ts';
import type { Statements } from '../../../database/statement.ts';
import { call } from './database-errors.ts';
import { json, toRow, type IngestEvent, type RequestContext } from './database.ts';

/** The outcome of one revision for a visitor; `content` is present when it would be drawn. */
export type Previewed = {
	survey_id: string;
	name: string;
	revision: number;
	events: string[];
	reason?: Reason;
	rules: ExplainedRule[];
	content?: Prompt | null;
	/** Which conditions of branches on earlier prompts hold; missing if no branch has one. */
	met_branches?: MetBranches;
	/** Values for its texts. */
	values?: TextValues;
	now: number;
};

/** Evaluates a visitor and an event, or `show()`, by one revision, and stores nothing. */
export async function evaluatePreview(
	sql: Statements,
	requestContext: RequestContext,
	session: string,
	asked: {
		prompt: string;
		revision: number;
		maker: string;
		event?: IngestEvent;
		surveyId?: string;
	},
): Promise<Previewed | undefined> {
	const { prompt, revision, maker, event, surveyId = null } = asked;
	const reported = event && { id: event.id, name: event.name, properties: event.properties };
	const [row] = await call(
		sql<{ previewed: Previewed | null }[]>`
			select app.preview(${json(sql, toRow(requestContext))}, ${session}::uuid,
				${reported ? json(sql, reported) : null}, ${event?.verified ? json(sql, event.verified) : null},
				${event?.proofAccount ?? null}, ${surveyId}, ${prompt}::uuid, ${revision}, ${maker}::uuid, ${requestContext.now}) as previewed`,
	);
	return row!.previewed ?? undefined;
}
