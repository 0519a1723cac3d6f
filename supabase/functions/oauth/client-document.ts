import { limits, parseJson } from '@feedback/contract';
import { z } from 'zod';

import { isAllowedRedirect } from '../_shared/http/redirect-uri.ts';
import type { Caller } from './caller.ts';
import { cleanName } from './clean-name.ts';
import { checkClientName } from './client-name.ts';
import { readClient, type Client } from './known-client.ts';
import type { OutgoingResponse } from '../_shared/outgoing/network.ts';
import { OutgoingError } from '../_shared/outgoing/outgoing-error.ts';
import type { Outgoing } from '../_shared/outgoing/outgoing.ts';
import { OAuthError } from './oauth-error.ts';

const fetching = { timeoutMs: 3_000, maxBytes: 65_536 };
const longestSeconds = 86_400;

const documentSchema = z.object({
	client_id: z.string(),
	client_name: z.string().max(1_000).optional(),
	redirect_uris: z.array(z.string().max(2_000)).min(1).max(20),
	token_endpoint_auth_method: z.literal('none').optional(),
});

/** Whether a client id is the address of a document. */
export function isDocumentId(id: string): boolean {
	return /^https:/i.test(id);
}

/** The client as described in its document, which is fetched if the stored data is too old. Throws `invalid_client`. */
export async function findDocumentClient(caller: Caller, id: string): Promise<Client> {
	const { service, at, address } = caller;
	if (!service.outgoing)
		throw refuse('This service fetches no client documents; register instead.');
	const url = readAddress(id);
	const known = await readClient(caller, id);
	if (known?.fresh) return known;
	const [counted] = await service.sql<{ allowed: boolean }[]>`
		select app.may_fetch_document(${url.hostname}, ${address}, ${at}) as allowed`;
	if (!counted!.allowed) {
		throw new OAuthError('temporarily_unavailable', 'Too many client documents.', {
			status: 429,
			seconds: 600,
		});
	}
	const got = await getDocument(service.outgoing, url);
	const { name, redirectUris } = readDocument(id, url, got.text);
	const fresh = new Date(at.getTime() + readMaxAge(got.headers) * 1_000);
	await service.sql`
		select app.store_client_document(${id}, ${name}, ${url.hostname},
			array(select jsonb_array_elements_text(${service.sql.json(redirectUris)})), ${fresh}, ${at})`;
	return { id, kind: 'document', name, host: url.hostname, redirectUris };
}

// Each document has exactly one address: addresses that URL parsing would change are refused.
function readAddress(id: string): URL {
	const url = URL.parse(id);
	const plain = url && !url.username && !url.password && !url.search && !id.includes('#');
	if (!plain || url.href !== id || url.pathname === '/' || url.port || id.length > 2_000) {
		throw refuse(
			'A client id that is an address has https, a path, and no port, query or fragment.',
		);
	}
	return url;
}

/** Fetches a document from the public internet only, without following redirects. */
async function getDocument(outgoing: Outgoing, url: URL): Promise<OutgoingResponse> {
	const headers = { accept: 'application/json' };
	const request = { url, method: 'GET', headers, ...fetching, longer: 'fails' } as const;
	const response = await outgoing.send(request).catch((error: unknown) => {
		const known = error instanceof OutgoingError ? ` ${error.message}` : '';
		throw refuse(`The client document cannot be fetched.${known}`);
	});
	if (response.status !== 200) {
		throw refuse(`The client document answers with ${response.status}.`);
	}
	if (!/^application\/([\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')) {
		throw refuse('The client document is not JSON.');
	}
	return response;
}

function readDocument(id: string, url: URL, text: string) {
	const parsed = documentSchema.safeParse(readJson(text));
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		throw refuse(`The client document is not valid at ${issue?.path.join('.') || 'its root'}.`);
	}
	const { client_id, client_name, redirect_uris: redirectUris } = parsed.data;
	if (client_id !== id) throw refuse('The client document names another client_id.');
	const wrong = redirectUris.find((uri) => !isAllowedRedirect(uri));
	if (wrong !== undefined)
		throw refuse('The client document has a redirect URI of a kind that is not allowed.');
	const checked = checkClientName(client_name ?? '');
	if ('fault' in checked) throw refuse(`The client document's client_name ${checked.fault}.`);
	return { name: checked.name || cleanName(url.hostname), redirectUris };
}

function readJson(text: string): unknown {
	try {
		return parseJson(text, limits.request, 'The client document');
	} catch (error) {
		throw refuse((error as Error).message);
	}
}

/** Seconds for which a document may be cached, at most a day. */
function readMaxAge(headers: Headers): number {
	const control = headers.get('cache-control') ?? '';
	if (/\bno-(store|cache)\b/i.test(control)) return 0;
	const seconds = /\bmax-age=(\d{1,9})\b/i.exec(control)?.[1];
	return Math.min(seconds === undefined ? 300 : Number(seconds), longestSeconds);
}

function refuse(message: string): OAuthError {
	return new OAuthError('invalid_client', message, { status: 401 });
}
