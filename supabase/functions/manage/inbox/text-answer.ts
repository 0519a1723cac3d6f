import { findVariant, limits, localizePrompt } from '@feedback/contract';
import type { Prompt, RouteOutput } from '@feedback/contract';

import type { Operation } from '../operation/operation.ts';
import { readNotes } from './notes.ts';
import { describeTextAnswer, findTextAnswer, readTextAnswers } from './read-text-answers.ts';

type Answers = Pick<RouteOutput<'getTextAnswer'>, 'answers' | 'traits'> & { content: Prompt };

export const getTextAnswer: Operation<'getTextAnswer'> = {
	access: 'read only',
	async run({ tx }, { site, response, question }) {
		const [answer, [rest], notes, others] = await Promise.all([
			findTextAnswer(tx, site, response, question),
			tx<Answers[]>`
				select r.answers, r.traits, v.content from app.responses r
				join app.revisions v on v.site_id = r.site_id and v.prompt_id = r.prompt_id and v.number = r.revision
				where r.site_id = ${site} and r.display_id = ${response}`,
			readNotes(tx, site, tx`n.display_id = ${response} and n.question_id = ${question}`),
			readTextAnswers(
				tx,
				tx`t.site_id = ${site} and (t.display_id, t.question_id) <> (${response}, ${question})
					and r.subject_id = (
						select o.subject_id from app.responses o where o.site_id = ${site} and o.display_id = ${response})
					order by t.answered_at desc, t.display_id desc, t.question_id desc
					limit ${limits.inbox.others}`,
			),
		]);
		const { answers, traits, content } = rest!;
		return {
			answer,
			asked: readAs(content, answer),
			answers,
			traits,
			notes,
			others: others.map(describeTextAnswer),
		};
	},
};

/** The question in the language in which the visitor read it. */
function readAs(
	content: Prompt,
	{ revision, variant, language, question, title }: RouteOutput<'getTextAnswer'>['answer'],
): { language: string; title: string } {
	const shown = localizePrompt(
		findVariant(content, variant),
		revision,
		language === null ? [] : [language],
	);
	return {
		language: shown.language,
		title: shown.questions.find(({ id }) => id === question)?.title ?? title,
	};
}
