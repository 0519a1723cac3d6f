import { describeAnswer, takesAnswer, writeAnswer, type Question } from '@feedback/contract';

import type { MessageText } from './message-text.ts';

/** What `app.describe_selection` returns: the settings of a selection, with its responses as they are now. */
export type DescribedSelection = {
	title: string;
	note?: string;
	words: boolean;
	list?: { page: 'responses' | 'inbox'; query: string };
	/** Name of the sender; null for a former member. */
	by: string | null;
	responses: {
		id: string;
		/** Of the prompt. */
		name: string;
		/** As the visitor saw them. */
		questions: Question[];
		answers: Record<string, unknown>;
		at: string;
	}[];
};

type SentResponse = DescribedSelection['responses'][number];
type Site = { id: string; name: string; time_zone: string };

/** With the most responses, a message with texts of this length fits into Slack's limits. */
const maxWords = 300;

/** Describes responses that a person sends. Without words, it contains nothing that visitors wrote. */
export function describeSelection(
	{ title, note, words, list, by, responses }: DescribedSelection,
	site: Site,
	dashboardUrl: string,
): MessageText {
	const pages = `${dashboardUrl}/sites/${site.id}`;
	const isOfSeveral = new Set(responses.map(({ name }) => name)).size > 1;
	return {
		title,
		...(note !== undefined && { note }),
		answers: responses.map((response) => ({
			question: [
				...(isOfSeveral ? [response.name] : []),
				...listValues(response),
				writeDay(response.at, site.time_zone),
			].join(' · '),
			answer: words ? cut(listWords(response).join('\n')) : '',
			isWords: true,
			url: `${pages}/responses?response=${response.id}`,
		})),
		facts: [...(by === null ? [] : [`Sent by ${by}`]), site.name],
		links: list
			? [
					{
						label: 'Open the list',
						url: `${pages}/${list.page}?${new URLSearchParams(list.query)}`,
					},
				]
			: [],
	};
}

/** Scores and choices; scores with their questions if there are several. */
function listValues({ questions, answers }: SentResponse): string[] {
	const given = questions.filter(takesAnswer).flatMap((question) => {
		const answer = describeAnswer(question, withoutOther(answers[question.id]));
		const text = writeAnswer(answer);
		if (answer.kind === 'text' || text === undefined) return [];
		return [{ title: question.title, text, isScore: answer.kind === 'score' }];
	});
	const hasSeveral = given.filter(({ isScore }) => isScore).length > 1;
	return given.map(({ title, text, isScore }) =>
		isScore && hasSeveral ? `${title} ${text}` : text,
	);
}

/** What the visitor wrote: texts, and answers in their own words beside choices. */
function listWords({ questions, answers }: SentResponse): string[] {
	return questions.flatMap(({ id, type }) => {
		const answer = answers[id];
		if (typeof answer === 'string') return type.endsWith('_text') ? [answer.trim()] : [];
		return [answer].flat().flatMap((one) => (isOther(one) ? [one.other.trim()] : []));
	});
}

function withoutOther(answer: unknown): unknown {
	if (Array.isArray(answer))
		return answer.map((one) => (isOther(one) ? 'Other' : (one as unknown)));
	return isOther(answer) ? 'Other' : answer;
}

function isOther(answer: unknown): answer is { other: string } {
	return typeof answer === 'object' && answer !== null && 'other' in answer;
}

function writeDay(at: string, timeZone: string): string {
	return new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long' }).format(
		new Date(at),
	);
}

function cut(text: string): string {
	if (text.length <= maxWords) return text;
	// Half of a surrogate pair is no character.
	return `${text.slice(0, maxWords - 1).replace(/\p{Surrogate}$/u, '')}…`;
}
