import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ServiceError } from '@feedback/contract';

import { anyOrigin } from './origin.ts';

const names = /^\/(feedback\.js|feedback-(ui|preview)-[\w-]{6,32}\.js)$/;

/** True for the address of a file of the script-tag build. */
export function isScriptPath(path: string): boolean {
	return names.test(path);
}

/**
 * A file of the script-tag build. The entry is asked for again after five minutes, a file with a hash in
 * its name never. Readable from every origin, so that pages can pin it with `integrity`.
 */
export async function serveScript(
	folder: string | URL,
	path: string,
	request: Request,
): Promise<Response> {
	const file = join(folder instanceof URL ? fileURLToPath(folder) : folder, path.slice(1));
	const bytes = await readFile(file).catch((cause: unknown) => {
		throw new ServiceError('not_found', {
			message: `There is no file ${path.slice(1)}.`,
			hint: 'The script-tag build may be missing, or the page may ask for an old version.',
			cause,
		});
	});
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
	const tag = `"${Array.from(digest.slice(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
	const headers = {
		...anyOrigin,
		'content-type': 'text/javascript; charset=utf-8',
		'cache-control': path.includes('-')
			? 'public, max-age=31536000, immutable'
			: 'public, max-age=300, stale-while-revalidate=86400',
		'x-content-type-options': 'nosniff',
		etag: tag,
	};
	if (request.headers.get('if-none-match')?.includes(tag)) {
		return new Response(null, { status: 304, headers });
	}
	return new Response(request.method === 'HEAD' ? null : bytes, { headers });
}
