import { createDocsClient, DocsError } from '@feedback/client';
import type { DocsClient } from '@feedback/client';

import { ToolFailure } from './tool-failure.ts';

const timeoutMs = 10_000;
/** Four times the size of the largest documentation file, which contains all pages. */
const maxBytes = 4_000_000;

/**
 * Runs a call of the docs client and converts errors to failures with a next step. Without a URL, the
 * documentation tools are not offered.
 */
export async function callDocs<Result>(
	docsUrl: string | undefined,
	call: (docs: DocsClient) => Promise<Result>,
): Promise<Result> {
	if (docsUrl === undefined) {
		throw new ToolFailure('unreachable', 'This server has no documentation.');
	}
	try {
		return await call(createDocsClient({ docsUrl, timeoutMs, maxBytes }));
	} catch (error) {
		if (!(error instanceof DocsError)) throw error;
		throw toToolFailure(error, docsUrl);
	}
}

function toToolFailure({ code, message, cause }: DocsError, docsUrl: string): ToolFailure {
	switch (code) {
		case 'invalid_page':
			return new ToolFailure('invalid_request', message, {
				field: 'page',
				hint: `Pass a path, such as "prompts/overview", or an address that begins with ${docsUrl}/.`,
			});
		case 'not_found':
			return new ToolFailure('not_found', message, {
				hint: 'docs_search finds pages; docs_get with llms.txt lists all of them.',
			});
		case 'unreachable':
			return new ToolFailure('unreachable', message, { cause });
		case 'too_large':
		case 'unavailable':
			return new ToolFailure('unavailable', message, { cause });
	}
}
