import { ServiceError, type RouteOutput } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { noSuchTextAnswer } from './read-text-answers.ts';

type Note = RouteOutput<'createNote'>;

export const createNote: Operation<'createNote'> = {
	access: 'read write',
	async run({ tx, person }, { site, response, question, body }) {
		const [created] = await tx<{ id: string }[]>`
			insert into app.text_notes (site_id, display_id, question_id, body, created_by)
			select t.site_id, t.display_id, t.question_id, ${body}::text, ${person.id}::uuid from app.text_answers t
			where t.site_id = ${site} and t.display_id = ${response} and t.question_id = ${question}
			returning id`;
		if (!created) throw noSuchTextAnswer();
		const [note] = await readNotes(tx, site, tx`n.id = ${created.id}`);
		return note!;
	},
	audit: ({ response, question }) => ({ subject: `${response}, ${question}` }),
};

export const deleteNote: Operation<'deleteNote'> = {
	access: 'read write',
	async run({ tx }, { site, response, question, note }) {
		const which = tx`site_id = ${site} and display_id = ${response} and question_id = ${question} and id = ${note}`;
		const removed = await tx`delete from app.text_notes where ${which} returning id`;
		if (removed.length > 0) return { removed: true };
		const [found] = await tx`select from app.text_notes where ${which}`;
		throw found
			? new ServiceError('forbidden', { message: 'Only its author and owners delete a note.' })
			: new ServiceError('not_found', {
					message: 'The text answer has no such note.',
					field: 'note',
				});
	},
	audit: ({ response, question }) => ({ subject: `${response}, ${question}` }),
};

type NoteRow = Pick<Note, 'id' | 'body'> & {
	created_at: Date;
	created_by: string;
	name: string | null;
	email: string | null;
};

/** The oldest first. */
export async function readNotes(tx: Tx, site: string, which: Fragment): Promise<Note[]> {
	const rows = await tx<NoteRow[]>`
		select n.id, n.body, n.created_at, n.created_by, app.name_of(m.person_id, null) as name, m.email
		from app.text_notes n
		join app.sites i on i.id = n.site_id
		left join app.members m on m.workspace_id = i.workspace_id and m.person_id = n.created_by
		where n.site_id = ${site} and ${which} order by n.id`;
	return rows.map(({ id, body, created_at: at, created_by: person, name, email }) => ({
		id,
		body,
		author: { person, name, email },
		created_at: at.toISOString(),
	}));
}
