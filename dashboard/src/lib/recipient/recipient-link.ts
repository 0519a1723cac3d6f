import type { Config } from '#lib/config/config.ts';

/** Purpose of a link in an e-mail; also the last part of its page's path. */
export type LinkAction = 'confirm' | 'unsubscribe';

export type LinkAnswer =
	| { address?: string; site_name?: string; problem?: undefined }
	/** What went wrong, and what to do. */
	| { problem: string; todo: string };

type Answered = {
	address?: string;
	site_name?: string;
	error?: { message: string; hint?: string };
};

/**
 * Gets the subject of the link (GET), or performs its action (POST). It needs only the token: nobody is
 * signed in.
 */
export async function callRecipientLink(
	{ apiUrl }: Config,
	action: LinkAction,
	method: 'GET' | 'POST',
	token: string,
): Promise<LinkAnswer> {
	try {
		const query = new URLSearchParams({ token });
		const response = await fetch(`${apiUrl}/deliver/${action}?${query}`, { method });
		const { error, ...found } = (await response.json()) as Answered;
		if (response.ok) return found;
		if (response.status !== 404) throw new Error(error?.message);
		return {
			problem: error?.hint ? error.message : 'This link is damaged.',
			todo: error?.hint ?? 'Open the link in the e-mail again, or copy all of it.',
		};
	} catch {
		return {
			problem: 'The service cannot be reached.',
			todo: 'Check your connection, then reload the page.',
		};
	}
}

/** The token in the fragment of the page, which is never sent to a server. */
export const readLinkToken = (hash: string): string =>
	new URLSearchParams(hash.slice(1)).get('token') ?? '';
