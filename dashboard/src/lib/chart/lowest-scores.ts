import { readFilled, type Client } from '@feedback/client';

import type { Response } from '#lib/response/answers.ts';
import type { ResponseQuery } from '#lib/response/response-filter.ts';
import { addAnswer } from '#lib/response/toggle-answer.ts';

import type { QuestionSummary } from './figures.ts';

/** The number of displayed responses with the lowest scores. */
const mostLowest = 5;
/** The number of newest responses to read for each score. Responses with text are chosen first. */
const ofEachScore = 50;

type Wanted = {
	/** UUID. */
	site: string;
	/** The filter of the results. */
	query: ResponseQuery;
	question: Pick<QuestionSummary, 'id' | 'counts' | 'revisions'>;
	/** IDs of the prompt's text questions. */
	texts: readonly string[];
};

/**
 * Reads the responses with the lowest scores. Among equal scores, responses with text are first, then the newest.
 *
 * @throws {FeedbackError} as `listResponses` does
 */
export async function readLowestScores(
	client: Pick<Client, 'listResponses'>,
	{ site, query, question, texts }: Wanted,
): Promise<Response[]> {
	const hasWords = ({ answers }: Response) => texts.some((id) => typeof answers[id] === 'string');
	const scores = Object.keys(question.counts).map(Number);
	const lowest: Response[] = [];
	for (const value of scores.sort((one, other) => one - other)) {
		if (lowest.length >= mostLowest) break;
		const condition = addAnswer(query.condition, { answer: question.id, op: 'is', value });
		const wanted = { ...query, site, condition, limit: ofEachScore };
		const { items } = await readFilled((cursor) =>
			client.listResponses({ ...wanted, ...(cursor && { cursor }) }),
		);
		// Other revisions may use another scale.
		const asked = items.filter(({ revision }) => question.revisions.includes(revision));
		lowest.push(...asked.filter(hasWords), ...asked.filter((response) => !hasWords(response)));
	}
	return lowest.slice(0, mostLowest);
}
