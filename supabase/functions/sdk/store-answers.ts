import type { Answers, AnswerTraits } from '@feedback/contract';

import type { AnswerContext, AnswerRequest } from '../../../contract/src/wire.ts';
import type { Statements } from '../../../database/statement.ts';
import { call } from './database-errors.ts';
import { json } from './database.ts';

export type AnswersToStore = Pick<AnswerRequest, 'display' | 'seq' | 'final'> & {
	/** UUID of the site. */
	site: string;
	answers: Answers;
	/** The time by the clock of a test; null for that of the database. */
	now: Date | null;
	/** What the site stores with answers. */
	context?: AnswerContext & { prefilled?: string[] };
	/** Final answers that become traits, by key. */
	traits?: AnswerTraits;
	/** For a prompt that asks for pictures: the IDs of those that were sent, by question. */
	screenshots?: Record<string, string> | undefined;
};

type StoredAnswers = {
	response: string;
	seq: number;
	final: boolean;
	now: number;
	/** Number of messages that were written for destinations. */
	messages: number;
	fresh: boolean;
};

type Kept = StoredAnswers | { foreign: string };
type Row = { answer: Kept | null };

/**
 * Stores answers if `seq` is the highest so far and the response is not final yet; `fresh` says whether they were. Returns
 * `foreign`, the ID of the question, if a picture was not sent for it and this display; then nothing is stored. Undefined for
 * an unknown display.
 */
export function storeAnswers(
	sql: Statements,
	answers: AnswersToStore & { screenshots?: undefined },
): Promise<StoredAnswers | undefined>;
export function storeAnswers(sql: Statements, answers: AnswersToStore): Promise<Kept | undefined>;
export async function storeAnswers(
	sql: Statements,
	{ site, display, seq, final, answers, now, context, traits, screenshots }: AnswersToStore,
): Promise<Kept | undefined> {
	const about = toColumn(sql, context);
	const became = toColumn(sql, traits);
	const [row] = await call(
		screenshots
			? sql<Row[]>`
				select app.store_answers_with_screenshots(${site}::uuid, ${display}::uuid, ${seq}, ${final},
					${json(sql, answers)}, ${now}, ${about}, ${json(sql, screenshots)}, ${became}) as answer`
			: sql<Row[]>`
				select app.store_answers(${site}::uuid, ${display}::uuid, ${seq}, ${final},
					${json(sql, answers)}, ${now}, ${about}, ${became}) as answer`,
	);
	return row!.answer ?? undefined;
}

/** Null for what is empty, as it is most often. */
function toColumn(sql: Statements, value: object = {}) {
	return Object.keys(value).length > 0 ? json(sql, value) : null;
}
