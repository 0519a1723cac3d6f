import { limits, parseJson } from '@feedback/contract';
import { z } from 'zod';

import { isAllowedRedirect } from '../_shared/http/redirect-uri.ts';
import type { Caller } from './caller.ts';
import { cleanName } from './clean-name.ts';
import { checkClientName } from './client-name.ts';
import { readClient, type Client } from './known-client.ts';
import type { OutgoingResponse } from '../_shared/outgoing/network.ts';
import { OutgoingError, type OutgoingFailure } from '../_shared/outgoing/outgoing-error.ts';
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

/**
 * The client as described in its document, which is fetched if the stored data is too old. While it cannot be fetched,
 * the stored data is used. Throws `invalid_client`.
 */
export async function findDocumentClient(caller: Caller, id: string): Promise<Client> {
	const { service, at, address } = caller;
	const { outgoing, home } = service;
	if (!outgoing) throw refuse('This service fetches no client documents; register instead.');
	const url = readAddress(id);
	const known = await readClient(caller, id);
	if (known?.fresh) return known;
	const [counted] = await home<{ allowed: boolean }[]>`
		select app.may_fetch_document(${id}, ${address}, ${at}) as allowed`;
	if (!counted!.allowed) {
		if (known) return known;
		throw new OAuthError('temporarily_unavailable', 'Too many client documents.', {
			status: 429,
			seconds: 600,
		});
	}
	const noteFailure = () => home`select app.note_failed_document(${id}, ${address}, ${at})`;
	try {
		const response = await getDocument(outgoing, url);
		const document = response && readDocument(id, url, response);
		if (!document) {
			if (!known) throw unusable();
			await noteFailure();
			return known;
		}
		const { name, redirectUris } = document;
		const fresh = new Date(at.getTime() + readMaxAge(response.headers) * 1_000);
		await home`
			select app.store_client_document(${id}, ${name}, ${url.hostname},
				array(select jsonb_array_elements_text(${home.json(redirectUris)})), ${fresh}, ${at})`;
		return { id, kind: 'document', name, host: url.hostname, redirectUris };
	} catch (error) {
		if (error instanceof OAuthError) await noteFailure();
		throw error;
	}
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

/**
 * Fetches a document from the public internet only, without following redirects. Undefined when its host cannot be
 * reached, or has a failure.
 */
async function getDocument(outgoing: Outgoing, url: URL): Promise<OutgoingResponse | undefined> {
	const headers = { accept: 'application/json' };
	const request = { url, method: 'GET', headers, ...fetching, longer: 'fails' } as const;
	const response = await outgoing.send(request).catch((error: unknown) => {
		if (error instanceof OutgoingError && unreachable.includes(error.failure)) return undefined;
		throw unusable();
	});
	return response && (response.status === 429 || response.status >= 500) ? undefined : response;
}

const unreachable: readonly OutgoingFailure[] = ['unreachable', 'timeout', 'unknown_host'];

function readDocument(id: string, url: URL, { status, headers, text }: OutgoingResponse) {
	const isJson = /^application\/([\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
	const parsed = documentSchema.safeParse(status === 200 && isJson ? readJson(text) : undefined);
	if (!parsed.success) throw unusable();
	const { client_id, client_name, redirect_uris: redirectUris } = parsed.data;
	const checked = checkClientName(client_name ?? '');
	if (client_id !== id || !redirectUris.every(isAllowedRedirect) || 'issue' in checked) {
		throw unusable();
	}
	return { name: checked.name || cleanName(url.hostname), redirectUris };
}

function readJson(text: string): unknown {
	try {
		return parseJson(text, limits.request, 'The client document');
	} catch {
		return undefined;
	}
}

// One message for every failure: otherwise strangers could learn what answers at an address.
function unusable(): OAuthError {
	return refuse(
		'The client document cannot be used. It must be JSON at a public network address, without a redirect, with this address as client_id, and allowed redirect_uris and client_name.',
	);
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
