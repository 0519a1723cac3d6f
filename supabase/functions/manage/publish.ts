import { ServiceError, type RouteOutput } from '@feedback/contract';
import type { TransactionSql } from 'postgres';

import type { Context, Input, Operation } from './operation.ts';
import { findPrompt, lockPrompt } from './prompt-summary.ts';

export const publishPrompt: Operation<'publishPrompt'> = {
	access: 'read write',
	async run({ tx }, { site, prompt, revision, sha256 }) {
		const before = await lockPrompt(tx, site, prompt);
		const [found] = await tx<{ sha256: string }[]>`
			select sha256 from app.revisions
			where site_id = ${site} and prompt_id = ${prompt} and number = ${revision}`;
		if (!found) {
			throw new ServiceError('not_found', {
				message: `The prompt has no revision ${revision}.`,
				field: 'revision',
			});
		}
		if (sha256 !== undefined && sha256 !== found.sha256) {
			throw new ServiceError('revision_conflict', {
				message: `Revision ${revision} holds something else than what was approved.`,
				field: 'sha256',
			});
		}
		const changed = before.state !== 'published' || before.published_revision !== revision;
		if (changed) await tx`select app.publish(${site}, ${prompt}, ${revision}, ${found.sha256})`;
		return describeChanged(tx, site, prompt, changed);
	},
	act: (_, { id, survey_id, published_revision, changed }) =>
		changed ? { subject: `${survey_id} ${id}, revision ${published_revision}` } : undefined,
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

type Changed = RouteOutput<'pausePrompt'>;

/** Moves a prompt into a state; what is there already changes nothing. */
function changeState(
	state: 'published' | 'paused' | 'archived',
	move: (context: Context, input: Input<'pausePrompt'>) => PromiseLike<unknown>,
) {
	return {
		access: 'read write' as const,
		async run(context: Context, input: Input<'pausePrompt'>): Promise<Changed> {
			const before = await lockPrompt(context.tx, input.site, input.prompt);
			const changed = before.state !== state;
			if (changed) await move(context, input);
			return describeChanged(context.tx, input.site, input.prompt, changed);
		},
		act: (_: unknown, { id, survey_id, changed }: Changed) =>
			changed ? { subject: `${survey_id} ${id}` } : undefined,
	};
}

async function describeChanged(tx: TransactionSql, site: string, prompt: string, changed: boolean) {
	const { summary } = await findPrompt(tx, site, prompt);
	return { ...summary, changed };
}
