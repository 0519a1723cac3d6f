import { promptSchema, ServiceError } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { cutPage, readMark, writeMark } from '../list/position.ts';

type RevisionRow = {
	revision: number;
	sha256: string;
	created_at: Date;
	created_by: string;
	content: unknown;
};

export const listRevisions: Operation<'listRevisions'> = {
	access: 'read only',
	async run({ tx }, { site, prompt, limit, cursor }) {
		const before = cursor ? tx`and r.number < ${Number(readMark(cursor, /^\d{1,9}$/))}` : tx``;
		const rows = await readRevisions(
			tx,
			tx`r.site_id = ${site} and r.prompt_id = ${prompt} ${before}
				order by r.number desc limit ${limit + 1}`,
		);
		if (rows.length === 0 && !cursor) throw noSuchRevision('prompt');
		const { items, next } = cutPage(rows, limit, ({ revision }) => writeMark(String(revision)));
		return { items: items.map(describeRevision), next };
	},
};

export const getRevision: Operation<'getRevision'> = {
	access: 'read only',
	run: ({ tx }, { site, prompt, revision }) => findRevision(tx, site, prompt, revision),
};

/** One revision, by default the latest. Throws `not_found`. */
export async function findRevision(tx: Tx, site: string, prompt: string, revision?: number) {
	const which = revision === undefined ? tx`` : tx`and r.number = ${revision}`;
	const [row] = await readRevisions(
		tx,
		tx`r.site_id = ${site} and r.prompt_id = ${prompt} ${which} order by r.number desc limit 1`,
	);
	if (!row) throw noSuchRevision(revision === undefined ? 'prompt' : 'revision');
	return describeRevision(row);
}

/**
 * Lists revisions with their authors and times, the newest first: those after one revision and, if given, up to
 * another.
 */
export async function listSaved(
	tx: Tx,
	site: string,
	prompt: string,
	{ after, until, limit }: { after: number; until?: number; limit: number },
) {
	const last = until === undefined ? tx`` : tx`and r.number <= ${until}`;
	const rows = await tx<Pick<RevisionRow, 'revision' | 'created_at' | 'created_by'>[]>`
		select r.number as revision, r.created_at, ${author(tx)} as created_by
		${from(tx)}
		where r.site_id = ${site} and r.prompt_id = ${prompt} and r.number > ${after} ${last}
		order by r.number desc limit ${limit}`;
	return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

function readRevisions(tx: Tx, where: Fragment): PromiseLike<RevisionRow[]> {
	return tx<RevisionRow[]>`
		select r.number as revision, r.sha256, r.created_at, r.content, ${author(tx)} as created_by
		${from(tx)}
		where ${where}`;
}

function author(tx: Tx): Fragment {
	return tx`
		coalesce(r.created_with || ', for ', '') || coalesce(app.author_of(m.person_id, m.email), r.created_by::text, 'the service')`;
}

function from(tx: Tx): Fragment {
	return tx`
		from app.revisions r
		join app.sites s on s.id = r.site_id
		left join app.members m on m.workspace_id = s.workspace_id and m.person_id = r.created_by`;
}

function describeRevision(row: RevisionRow) {
	return {
		...row,
		created_at: row.created_at.toISOString(),
		content: promptSchema.parse(row.content),
	};
}

function noSuchRevision(field: 'prompt' | 'revision'): ServiceError {
	const message =
		field === 'prompt' ? 'The site has no such prompt.' : 'There is no such revision.';
	return new ServiceError('not_found', { message, field });
}
