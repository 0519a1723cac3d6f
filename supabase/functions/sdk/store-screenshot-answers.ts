import type { Answers, AnswerTraits } from '@feedback/contract';

import type { AnswerContext, AnswerRequest } from '../../../contract/src/wire.ts';
import type { Statements } from '../../../database/statement.ts';
import { call } from './database-errors.ts';
import { json, type StoredAnswers } from './database.ts';

/**
 * As `storeAnswers`, for a prompt that asks for pictures, with the IDs of those by question. Returns the ID of the question if a
 * picture was not sent for it and this display; then nothing is stored.
 */
export async function storeAnswersWithScreenshots(
	sql: Statements,
	site: string,
	display: string,
	{ seq, final, answers }: Pick<AnswerRequest, 'seq' | 'final'> & { answers: Answers },
	screenshots: Record<string, string>,
	now: Date | null,
	context: AnswerContext & { prefilled?: string[] } = {},
	traits: AnswerTraits = {},
): Promise<StoredAnswers | { foreign: string } | undefined> {
	const [row] = await call(
		sql<{ answer: StoredAnswers | { foreign: string } | null }[]>`
			select app.store_answers_with_screenshots(${site}::uuid, ${display}::uuid, ${seq}, ${final},
				${json(sql, answers)}, ${now}, ${Object.keys(context).length > 0 ? json(sql, context) : null},
				${json(sql, screenshots)}, ${Object.keys(traits).length > 0 ? json(sql, traits) : null}) as answer`,
	);
	return row!.answer ?? undefined;
}
