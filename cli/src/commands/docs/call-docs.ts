import { createDocsClient, DocsError } from '@feedback/client';
import type { DocsClient } from '@feedback/client';

import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { agent } from '../../user-agent.ts';

/** Runs a call of the docs client; converts an error to a failure with a next step. */
export async function callDocs<Result>(
	{ settings: { docs_url } }: Context,
	call: (docs: DocsClient) => Promise<Result>,
): Promise<Result> {
	try {
		return await call(createDocsClient({ docsUrl: docs_url.value, userAgent: agent }));
	} catch (error) {
		if (!(error instanceof DocsError)) throw error;
		throw toFailure(error, docs_url.source);
	}
}

function toFailure({ code, message, cause }: DocsError, source: string): Failure {
	const listPages = [['feedback', 'docs', 'get', 'llms.txt']];
	switch (code) {
		case 'invalid_page':
			return new Failure('usage', message, {
				hint: 'Give its path, such as "prompts/overview".',
				next: listPages,
			});
		case 'not_found':
			return new Failure('not_found', message, {
				hint: '"feedback docs get llms.txt" lists every page.',
				next: listPages,
			});
		case 'unreachable':
			return new Failure('unreachable', message, {
				hint: `Check that it is running, and check its URL, which comes from ${source} (FEEDBACK_DOCS_URL).`,
				next: [['feedback', 'doctor']],
				cause,
			});
		case 'too_large':
		case 'unavailable':
			return new Failure('unavailable', message);
	}
}
