import { ServiceError } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { Input, Operation } from '../operation/operation.ts';
import { addTags, removeTags, rowsOf, type Address, type Changed } from './labels.ts';
import { findTextAnswer, noSuchTextAnswer } from './read-text-answers.ts';

export const updateTextAnswer: Operation<'updateTextAnswer'> = {
	access: 'read write',
	async run({ tx, person }, { site, response, question, ...changes }) {
		const answers = [{ response, question }];
		const changed = await change(tx, { site, answers }, changes, person.id);
		return { ...(await findTextAnswer(tx, site, response, question)), changed: changed > 0 };
	},
	audit: ({ response, question }, { changed }) =>
		changed ? { subject: `${response}, ${question}` } : undefined,
};

export const updateTextAnswers: Operation<'updateTextAnswers'> = {
	access: 'read write',
	async run({ tx, person }, { site, answers, ...changes }) {
		const distinct = [...new Map(answers.map((answer) => [keyOf(answer), answer])).values()];
		return { changed: await change(tx, { site, answers: distinct }, changes, person.id) };
	},
	audit: ({ add_tags: added = [], remove_tags: removed = [] }, { changed }) =>
		changed > 0
			? {
					subject: [
						changed === 1 ? '1 text' : `${changed} texts`,
						...added,
						...removed.map((tag) => `not ${tag}`),
					].join(', '),
				}
			: undefined,
};

type Changes = Omit<Input<'updateTextAnswers'>, 'site' | 'answers'>;

const keyOf = ({ response, question }: Address) => `${response} ${question}`;

/** Changes all of the text answers, or throws. Resolves to the number of those that had to be changed. */
async function change(
	tx: Tx,
	which: Changed,
	{ status, assignee, add_tags: added = [], remove_tags: removed = [] }: Changes,
	person: string,
): Promise<number> {
	const both = added.find((name) => removed.some((other) => alike(name, other)));
	if (both !== undefined) {
		throw new ServiceError('invalid_request', {
			field: 'remove_tags',
			message: `remove_tags must not hold "${both}", which add_tags holds`,
		});
	}
	// Locked in one order, so that concurrent changes are serialized and cannot block each other.
	const locked = await tx`
		select from app.text_answers t
		where t.site_id = ${which.site}
		  and (t.display_id, t.question_id) in (select e.response, e.question from ${rowsOf(tx, which.answers)})
		order by t.display_id, t.question_id for update`;
	if (locked.length < which.answers.length) throw noSuchTextAnswer();
	const changed = [
		...(await setFields(tx, which, { status, assignee })),
		...(await addTags(tx, which, added, person)),
		...(await removeTags(tx, which, removed, person)),
	];
	return new Set(changed.map(keyOf)).size;
}

const alike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

async function setFields(
	tx: Tx,
	{ site, answers }: Changed,
	{ status, assignee }: Pick<Changes, 'status' | 'assignee'>,
): Promise<Address[]> {
	if (status === undefined && assignee === undefined) return [];
	const changed = await tx<Address[]>`
		update app.text_answers t
		set status = coalesce(${status ?? null}, t.status),
		    assignee = ${assignee === undefined ? tx`t.assignee` : tx`${assignee}::uuid`}
		from ${rowsOf(tx, answers)}
		where t.site_id = ${site} and t.display_id = e.response and t.question_id = e.question
		  and (t.status <> coalesce(${status ?? null}, t.status)
		    or ${assignee === undefined ? tx`false` : tx`t.assignee is distinct from ${assignee}::uuid`})
		returning t.display_id as response, t.question_id as question`;
	return [...changed];
}
