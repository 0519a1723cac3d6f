import { limits } from '@feedback/contract';

import type { MessageText } from '../../_shared/messages/message-text.ts';
import { cut } from '../email/plain-text.ts';

type Answers = MessageText['answers'];

/** Maximum characters of one question, and of one answer. */
const maxQuestion = 400;
const maxAnswer = 5_000;

/** The answers that fit into an issue, each shortened if it is long, and how many are left out. */
export function fitAnswers(answers: Answers): { shown: Answers; left: number } {
	let room: number = limits.delivery.issueAnswers;
	const shown: Answers = [];
	for (const given of answers) {
		const question = cut(given.question, maxQuestion);
		const answer = cut(given.answer, maxAnswer);
		room -= question.length + answer.length;
		if (room < 0) break;
		shown.push({ ...given, question, answer });
	}
	return { shown, left: answers.length - shown.length };
}
