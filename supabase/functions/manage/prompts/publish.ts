import { compareValues, limits, ServiceError, type Budget } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { Context, Input, Operation } from '../operation/operation.ts';
import { findPrompt, lockPrompt } from './prompt-summary.ts';
import { findRevision, listSaved } from './revisions.ts';

export const publishPrompt: Operation<'publishPrompt'> = {
	access: 'read write',
	async run({ tx }, { site, prompt, revision, sha256, if_latest }) {
		const before = await lockPrompt(tx, site, prompt);
		const [found] = await tx<{ sha256: string; budget: Partial<Budget> | null }[]>`
			select sha256, content -> 'budget' as budget from app.revisions
			where site_id = ${site} and prompt_id = ${prompt} and number = ${revision}`;
		if (!found) {
			throw new ServiceError('not_found', {
				message: `The prompt has no revision ${revision}.`,
				field: 'revision',
			});
		}
		if (sha256 !== undefined && sha256 !== found.sha256) {
			throw new ServiceError('revision_conflict', {
				message: `The content of revision ${revision} is not what was approved.`,
				field: 'sha256',
			});
		}
		if (if_latest) await requireLatest(tx, site, prompt, revision);
		const from = before.published_revision;
		const changed = before.state !== 'published' || from !== revision;
		if (changed) await requireUnspent(tx, site, prompt, found.budget, before.published_revision);
		if (changed) await tx`select app.publish(${site}, ${prompt}, ${revision}, ${found.sha256})`;
		const summary = await describeChanged(tx, site, prompt, changed);
		const goesBack = from !== null && from > revision;
		const went_back = goesBack ? await describeUndone(tx, site, prompt, from, revision) : null;
		return { ...summary, went_back };
	},
	audit: (_, { id, survey_id, published_revision, changed, went_back }) => {
		const back = went_back ? `, back from ${went_back.from}` : '';
		const subject = `${survey_id} ${id}, revision ${published_revision}${back}`;
		return changed ? { subject } : undefined;
	},
};

export const pausePrompt = changeState(
	'paused',
	({ tx }, { site, prompt }) => tx`select app.pause(${site}, ${prompt})`,
);
export const resumePrompt = changeState(
	'published',
	({ tx }, { site, prompt }) => tx`select app.resume(${site}, ${prompt})`,
);
export const archivePrompt = changeState(
	'archived',
	({ tx }, { site, prompt }) => tx`select app.archive(${site}, ${prompt})`,
);

/** Moves a prompt into a state; no change if it is already there. */
function changeState(
	state: 'published' | 'paused' | 'archived',
	move: (context: Context, input: Input<'pausePrompt'>) => PromiseLike<unknown>,
) {
	return {
		access: 'read write',
		async run(context, input) {
			const before = await lockPrompt(context.tx, input.site, input.prompt);
			const changed = before.state !== state;
			if (changed) await move(context, input);
			return describeChanged(context.tx, input.site, input.prompt, changed);
		},
		audit: (_, { id, survey_id, changed }) =>
			changed ? { subject: `${survey_id} ${id}` } : undefined,
	} satisfies Operation<'pausePrompt'>;
}

/**
 * Throws `revision_conflict` when there is a newer revision. The prompt is locked, so no revision can be saved in
 * the meantime.
 */
async function requireLatest(
	tx: Tx,
	site: string,
	prompt: string,
	revision: number,
): Promise<void> {
	const [newest] = await listSaved(tx, site, prompt, { after: revision, limit: 1 });
	if (!newest) return;
	throw new ServiceError('revision_conflict', {
		message: `Revision ${newest.revision} is newer, saved by ${newest.created_by}; nothing was published.`,
		field: 'revision',
		hint: `Publish revision ${newest.revision}, or leave out if_latest to publish revision ${revision} all the same.`,
	});
}

/**
 * Throws when the budget allows less than is already spent. Publishing checks this too, but only once it is
 * approved, and also for a first budget.
 */
async function requireUnspent(
	tx: Tx,
	site: string,
	prompt: string,
	budget: Partial<Budget> | null,
	published: number | null,
): Promise<void> {
	if (!budget || published === null) return;
	const { summary } = await findPrompt(tx, site, prompt);
	for (const [field, what] of [
		['displays', 'displays counted'],
		['responses', 'responses stored'],
	] as const) {
		const [allowed, now] = [budget[field], summary.budget?.[field]];
		if (allowed === undefined || !now || allowed === now.allowed || allowed >= now.spent) continue;
		throw new ServiceError('invalid_prompt', {
			message: `budget.${field} must be at least ${now.spent}, the number of ${what} so far.`,
			field: `budget.${field}`,
		});
	}
}

async function describeUndone(tx: Tx, site: string, prompt: string, from: number, to: number) {
	const [before, after, undone] = await Promise.all([
		findRevision(tx, site, prompt, from),
		findRevision(tx, site, prompt, to),
		listSaved(tx, site, prompt, {
			after: to,
			until: from,
			limit: limits.management.undoneRevisions,
		}),
	]);
	const fields = compareValues(before.content, after.content).map(({ path }) => path);
	return { from, to, undone, fields };
}

async function describeChanged(tx: Tx, site: string, prompt: string, changed: boolean) {
	const { summary } = await findPrompt(tx, site, prompt);
	return { ...summary, changed };
}
