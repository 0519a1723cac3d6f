import type { Caller } from './caller.ts';
import { findDocumentClient, isDocumentId } from './client-document.ts';
import { readClient, type Client } from './known-client.ts';
import { OAuthError } from './oauth-error.ts';

/** The `feedback` command: the one client that may use the device flow. */
export const command: Client = {
	id: 'feedback-cli',
	kind: 'builtin',
	name: 'Feedback command',
	host: null,
	redirectUris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
};

/** The client with this id. Throws `invalid_client` when there is none. */
export async function findClient(caller: Caller, id: string): Promise<Client> {
	if (id === command.id) return command;
	if (isDocumentId(id)) return findDocumentClient(caller, id);
	const known = id.length <= 2_000 ? await readClient(caller, id) : undefined;
	if (known?.kind === 'registered') return known;
	throw new OAuthError('invalid_client', 'There is no such client; it has to register first.', {
		status: 401,
	});
}
