import { findVariant, limits, localizePrompt, ServiceError } from '@feedback/contract';
import type { Prompt, RouteOutput } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { Input, Operation } from '../operation/operation.ts';
import { addTags, removeTags, type At } from './labels.ts';
import { readNotes } from './notes.ts';
import {
	describeTextAnswer,
	findTextAnswer,
	noSuchTextAnswer,
	readTextAnswers,
} from './read-text-answers.ts';

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

export const updateTextAnswer: Operation<'updateTextAnswer'> = {
	access: 'read write',
	async run(
		{ tx, person },
		{ site, response, question, status, assignee, add_tags: added = [], remove_tags: removed = [] },
	) {
		const both = added.find((name) => removed.some((other) => alike(name, other)));
		if (both !== undefined) {
			throw new ServiceError('invalid_request', {
				field: 'remove_tags',
				message: `remove_tags must not hold "${both}", which add_tags holds`,
			});
		}
		// Locked, so that concurrent changes of one answer are serialized.
		const locked = await tx`
			select from app.text_answers
			where site_id = ${site} and display_id = ${response} and question_id = ${question} for update`;
		if (locked.length === 0) throw noSuchTextAnswer();
		const at: At = { site, response, question };
		const changes = [
			await setFields(tx, at, { status, assignee }),
			await addTags(tx, at, added, person.id),
			await removeTags(tx, at, removed, person.id),
		];
		return {
			...(await findTextAnswer(tx, site, response, question)),
			changed: changes.some((rows) => rows > 0),
		};
	},
	audit: ({ response, question }, { changed }) =>
		changed ? { subject: `${response}, ${question}` } : undefined,
};

const alike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

async function setFields(
	tx: Tx,
	{ site, response, question }: At,
	{ status, assignee }: Pick<Input<'updateTextAnswer'>, 'status' | 'assignee'>,
): Promise<number> {
	if (status === undefined && assignee === undefined) return 0;
	const changed = await tx`
		update app.text_answers
		set status = coalesce(${status ?? null}, status),
		    assignee = ${assignee === undefined ? tx`assignee` : tx`${assignee}::uuid`}
		where site_id = ${site} and display_id = ${response} and question_id = ${question}
		  and (status <> coalesce(${status ?? null}, status)
		    or ${assignee === undefined ? tx`false` : tx`assignee is distinct from ${assignee}::uuid`})
		returning question_id`;
	return changed.length;
}
