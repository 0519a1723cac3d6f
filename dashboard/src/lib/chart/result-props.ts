import type { Client } from '@feedback/client';
import type { Question } from '@feedback/contract';

import type { ResponseQuery } from '#lib/response/response-filter.ts';

import type { QuestionSummary } from './figures.ts';

/** Props of every question result. */
export type ResultProps = {
	question: QuestionSummary;
	/** The question in the latest revision that asks it. */
	asked: Question | undefined;
	client: Client;
	site: string;
	/** The segment of visitors; does not change during the life of the component. */
	query: ResponseQuery;
	/** URL of the list of responses. */
	responses: string;
};
