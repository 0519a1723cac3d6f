import { writeAnswer } from '@feedback/contract';

import { formatMoment } from '#lib/text/format-moment.ts';
import { visibleText } from '#lib/text/visible-text.ts';

import type { AnsweredQuestion } from './answers.ts';

export type WrittenResponse = {
	answers: AnsweredQuestion[];
	/** ISO 8601. */
	at: string;
	/** URL of the response in the dashboard. */
	url: string;
};

/**
 * Responses as plain text for a message: what they are, then each with its questions, answers and URL. Account IDs and
 * traits are omitted; they are shown at the URL.
 */
export function writeResponses(heading: string[], responses: WrittenResponse[]): string {
	const written = responses.map(({ answers, at, url }, index) => {
		const lines = answers.flatMap(({ title, answer }) => {
			const text = writeAnswer(answer);
			return text === undefined ? [] : [`${title}\n${text}`];
		});
		return [`${index + 1}. ${formatMoment(at)}`, ...lines, url].join('\n');
	});
	return visibleText([heading.join('\n'), ...written].join('\n\n'));
}
