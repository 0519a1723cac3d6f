import type { Client } from '@feedback/client';
import type { Question } from '@feedback/contract';

import type { ResponseQuery } from '#lib/response/response-filter.ts';

import type { Day, QuestionSummary } from './figures.ts';

/** What the result of any question is drawn from. */
export type ResultProps = {
	question: QuestionSummary;
	/** As the latest of its revisions asks it. */
	asked: Question | undefined;
	/** By day, of the question that the trend is about; none for another. */
	trend: Day[];
	client: Client;
	site: string;
	/** Whose answers; stays the same while this is drawn. */
	query: ResponseQuery;
	/** Address of the list of responses. */
	responses: string;
};
