import { opensPages } from '@feedback/mcp';
import { z } from 'zod';

/**
 * The server keeps no sessions. But the revisions of 2025 declare only in `initialize` what a client can do, so the ID
 * of its session says whether it opens pages: the client repeats the ID in every request.
 */
const opensPagesPrefix = 'opens-pages.';

const initializeSchema = z.object({
	method: z.literal('initialize'),
	params: z.object({ capabilities: z.unknown() }),
});

/** The ID for the session that a message opens; undefined if the client needs none. */
export function nameSession(body: unknown): string | undefined {
	const { data: message } = initializeSchema.safeParse(body);
	return message && opensPages(message.params.capabilities)
		? `${opensPagesPrefix}${crypto.randomUUID()}`
		: undefined;
}

/** Whether the client declared that it opens pages for its person. */
export function declaredToOpenPages(headers: Headers): boolean {
	return headers.get('mcp-session-id')?.startsWith(opensPagesPrefix) ?? false;
}
