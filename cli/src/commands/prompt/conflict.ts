import { ApiError } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';

const hints = {
	revision_conflict: 'Check what changed before you decide.',
	not_found: 'Check which revisions exist.',
};

type At = { site: string; prompt: string };
type Revision = RouteOutput<'getRevision'>;

/** Throws the service's error for `if_latest` when there is a newer revision. */
export function requireLatest(latest: Revision, revision: number, at: At): void {
	if (latest.revision <= revision) return;
	throw new Failure(
		'revision_conflict',
		`Revision ${latest.revision} is newer, saved by ${latest.created_by}.`,
		describeLatest('revision_conflict', latest, at),
	);
}

/** Runs an operation on a revision; if the revision is missing or not the latest, the failure names the latest. */
export async function withConflict<Result>(
	{ client }: Context,
	at: At,
	run: () => Promise<Result>,
): Promise<Result> {
	try {
		return await run();
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const { code } = error;
		if (code !== 'revision_conflict' && code !== 'not_found') throw error;
		const found = await client.getPrompt(at).catch(() => undefined);
		if (!found) throw error;
		const { latest, published_revision } = found;
		const described = describeLatest(code, latest, at);
		throw new Failure(code, error.message, {
			...described,
			details: { ...described.details, published_revision },
			request_id: error.request_id,
			cause: error,
		});
	}
}

function describeLatest(code: keyof typeof hints, { revision, created_by }: Revision, at: At) {
	return {
		hint: `The latest revision is ${revision}. ${hints[code]}`,
		details: { latest_revision: revision, latest_created_by: created_by },
		next: [['feedback', 'prompt', 'show', at.prompt, '--site', at.site]],
	};
}
