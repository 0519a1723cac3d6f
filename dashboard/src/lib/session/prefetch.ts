import { readConfig } from '#lib/config/config.ts';
import type { Config } from '#lib/config/config.ts';

import { listFirstRequests, showsTemplates } from './first-requests.ts';
import { keepKnownWorkspaces, readKnownWorkspaces } from './known-workspaces.ts';
import { readLinkBearer } from './link-bearer.ts';
import { preloadPage } from './preload-page.ts';
import { readValidToken } from './stored-session.ts';

/**
 * Sends the first requests of the page while the rest of the dashboard loads: the requests that every page sends, and
 * the requests of this page. index.html loads this module first (see preloads.ts).
 */
const config = readConfig(globalThis.fetch);
const linkBearer = readLinkBearer(location);
const token = readValidToken(Date.now());
const bearer = linkBearer ?? (typeof token === 'string' ? `Bearer ${token}` : undefined);
const responses = new Map<string, Promise<Response>[]>();

/** The configuration of the service. */
export const configPromise: Promise<Config> = config;

preloadPage();
// A failure is reported to the code that takes the response or repeats the request.
config.then(prefetchPage).catch(() => undefined);

/**
 * Takes the response to a prefetched request, once for each time it was prefetched; undefined if there is none
 * for this bearer.
 */
export function takePrefetched(
	address: string,
	asked: string | null,
): Promise<Response> | undefined {
	const response = responses.get(address)?.shift();
	return asked === bearer ? response : undefined;
}

/** Drops all responses: they may be outdated after a change. */
export function clearPrefetched(): void {
	responses.clear();
}

function prefetchPage({ apiUrl }: Config): void {
	if (bearer === undefined) return;
	const api = `${apiUrl}/manage`;
	// The readers of a link need no account.
	if (linkBearer !== undefined) return send(`${api}/shared-results`);
	prefetchAccount(api, token!);
	for (const path of listFirstRequests(location)) send(api + path);
}

/** The account names the workspaces; those of the last visit are not waited for. */
function prefetchAccount(api: string, holder: string): void {
	const known = readKnownWorkspaces(holder);
	const prefetchWorkspace = (id: string, isOnly: boolean) => {
		send(`${api}/workspaces/${id}/sites?limit=200`);
		// With several workspaces, the one of the page is not known yet.
		if (isOnly && showsTemplates(location)) send(`${api}/workspaces/${id}/templates`);
	};
	for (const id of known) prefetchWorkspace(id, known.length === 1);
	send(`${api}/whoami`, async (response) => {
		if (!response.ok) return;
		const { workspaces } = (await response.json()) as { workspaces: { id: string }[] };
		const ids = workspaces.map(({ id }) => id);
		keepKnownWorkspaces(holder, ids);
		for (const id of ids) if (!known.includes(id)) prefetchWorkspace(id, ids.length === 1);
	});
}

/** @param onResponse receives a copy of the response before it is used */
function send(address: string, onResponse?: (response: Response) => Promise<void>): void {
	const [pending] = responses.get(address) ?? [];
	// Two parts of the page need the same response: clone it before the first one reads it.
	const copy = pending?.then((response) => response.clone());
	if (copy) return store(address, copy);
	const request = fetch(address, {
		headers: { accept: 'application/json', authorization: bearer! },
		// The client's own timeout.
		signal: AbortSignal.timeout(15_000),
	}).then(async (response) => {
		await onResponse?.(response.clone());
		return response;
	});
	store(address, request);
}

function store(address: string, response: Promise<Response>): void {
	response.catch(() => undefined);
	responses.set(address, [...(responses.get(address) ?? []), response]);
	setTimeout(() => responses.delete(address), 15_000);
}
