import { ServiceError, type RouteOutput } from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { requirePrompt } from './prompt-summary.ts';

type WorkingCopy = RouteOutput<'getWorkingCopy'>;

export const getWorkingCopy: Operation<'getWorkingCopy'> = {
	access: 'read only',
	async run({ tx }, { site, prompt }) {
		const [copy] = await Promise.all([
			readWorkingCopy(tx, site, prompt),
			requirePrompt(tx, site, prompt),
		]);
		return copy;
	},
};

export const saveWorkingCopy: Operation<'saveWorkingCopy'> = {
	access: 'read write',
	async run({ tx }, { site, prompt, content, base_revision, etag }) {
		const [saved] = await tx<{ etag: string; updated_at: Date }[]>`
			select etag, updated_at from app.save_working_copy(
				${site}, ${prompt}, ${tx.json(content as JsonValue)}, ${base_revision}, ${etag})`;
		if (!saved) throw await describeConflict(tx, site, prompt);
		return { etag: saved.etag, updated_at: saved.updated_at.toISOString() };
	},
};

export const discardWorkingCopy: Operation<'discardWorkingCopy'> = {
	access: 'read write',
	async run({ tx }, { site, prompt, etag }) {
		await requirePrompt(tx, site, prompt);
		const removed = await tx`
			delete from app.working_copies
			where site_id = ${site} and prompt_id = ${prompt}
				${etag === undefined ? tx`` : tx`and etag = ${etag}`}
			returning prompt_id`;
		if (removed.length > 0) return { removed: true };
		const { etag: stored } = await readWorkingCopy(tx, site, prompt);
		if (stored !== null) throw await describeConflict(tx, site, prompt);
		return { removed: false };
	},
	audit: ({ prompt }, { removed }) => (removed ? { subject: prompt } : undefined),
};

async function readWorkingCopy(tx: Tx, site: string, prompt: string): Promise<WorkingCopy> {
	const [row] = await tx<(Omit<WorkingCopy, 'updated_at'> & { updated_at: Date })[]>`
		select w.content, w.base_revision, w.etag, w.updated_at,
		       coalesce(app.name_of(m.person_id, m.email), w.updated_by::text) as updated_by
		from app.working_copies w
		join app.sites s on s.id = w.site_id
		left join app.members m on m.workspace_id = s.workspace_id and m.person_id = w.updated_by
		where w.site_id = ${site} and w.prompt_id = ${prompt}`;
	if (row) return { ...row, updated_at: row.updated_at.toISOString() };
	return { content: null, base_revision: null, etag: null, updated_at: null, updated_by: null };
}

async function describeConflict(tx: Tx, site: string, prompt: string): Promise<ServiceError> {
	const { etag, updated_at, updated_by } = await readWorkingCopy(tx, site, prompt);
	return new ServiceError('conflict', {
		message:
			etag === null
				? 'The working copy was saved as a revision or discarded meanwhile.'
				: `${updated_by ?? 'Someone'} changed the working copy meanwhile.`,
		field: 'etag',
		hint: 'Read the stored version, then apply your changes to it.',
		stored: { etag, updated_at, updated_by },
	});
}
