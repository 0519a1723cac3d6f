import { ApiError } from '@feedback/client';

import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';

const hints = {
	revision_conflict: 'Look at what changed, then decide anew.',
	not_found: 'Look at what there is.',
};

/** Runs it; when the prompt is there but not the revision, or a newer one is, the failure names the latest. */
export async function withConflict<Result>(
	{ client }: Context,
	at: { site: string; prompt: string },
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
		const { latest_revision, published_revision } = found;
		throw new Failure(code, error.message, {
			hint: `The latest revision is ${latest_revision}. ${hints[code]}`,
			request_id: error.request_id,
			details: { latest_revision, published_revision },
			next: [['feedback', 'prompt', 'show', at.prompt, '--site', at.site]],
			cause: error,
		});
	}
}
