import { describeAnswer, findVariant, showFallbacks } from '@feedback/contract';
import type { AnswerText, Prompt, Question, RouteOutput } from '@feedback/contract';

export type Response = RouteOutput<'listResponses'>['items'][number];

export type AnsweredQuestion = { id: string; title: string; answer: AnswerText };

/** The answers of a response in the order of the questions; answers to removed questions are last. */
export function listAnswers(
	response: Pick<Response, 'answers' | 'variant'>,
	prompt: Prompt | undefined,
): AnsweredQuestion[] {
	const questions = prompt ? findVariant(prompt, response.variant).questions : [];
	const known = questions.filter((question) => question.id in response.answers);
	const ids = new Set(known.map((question) => question.id));
	const others = Object.keys(response.answers).filter((id) => !ids.has(id));
	const describe = (id: string, question?: Question): AnsweredQuestion => ({
		id,
		// The values that a visitor saw in it are not stored.
		title: question ? showFallbacks(question.title) : id,
		answer: describeAnswer(question, response.answers[id]),
	});
	return [
		...known.map((question) => describe(question.id, question)),
		...others.map((id) => describe(id)),
	];
}
