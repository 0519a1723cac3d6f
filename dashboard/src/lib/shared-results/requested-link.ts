import { newResultLinkSchema } from '@feedback/contract';
import type { NewResultLink } from '@feedback/contract';

/** The link that the URL requests, as the command line wrote it; undefined if it cannot be created. */
export function readRequestedLink(json: string): NewResultLink | undefined {
	try {
		return newResultLinkSchema.safeParse(JSON.parse(json)).data;
	} catch {
		return undefined;
	}
}
