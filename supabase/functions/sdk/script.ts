import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ServiceError } from '@feedback/contract';

import { createExpiringCache } from '../_shared/expiring-cache.ts';
import { anyOrigin } from './origin.ts';

/** Kinds of files that the script-tag build loads by a name with a hash. */
const kinds = 'ui|more|later|launcher|context|personal|picture|screenshot|debug|preview';

/** Path of a file in the script-tag build. */
export const scriptPath = `/:file{feedback(?:-(?:${kinds})-[\\w-]+)?\\.js}`;

/** Responds with one file of the script-tag build. */
export type ServeScript = (path: string, request: Request) => Promise<Response>;

type Script = { bytes: Uint8Array<ArrayBuffer>; zipped: Uint8Array<ArrayBuffer>; tag: string };

/**
 * Serves the files of the script-tag build in a folder. Browsers request the entry again after five minutes, and files
 * with a hash in their name only once. These files stay in memory, because a visitor waits for a prompt while a file is
 * read. Every origin may read the files, so that pages can verify them with `integrity`. A page that was opened before
 * an upgrade asks for files of the previous build; it is redirected to the current ones, which it can use too.
 */
export function createServeScript(folder: string | URL): ServeScript {
	const root = folder instanceof URL ? fileURLToPath(folder) : folder;
	const cache = createExpiringCache<Script>(8);
	return async (path, request) => {
		const isFinal = path.includes('-');
		const script = cache.get(path, 0) ?? (await readScript(root, path.slice(1)));
		if (typeof script === 'string') {
			// Relative, because a proxy may have changed the path.
			const headers = { ...anyOrigin, location: script, 'cache-control': 'no-store' };
			return new Response(null, { status: 307, headers });
		}
		if (isFinal) cache.set(path, script, 0, Infinity);
		const { bytes, zipped, tag } = script;
		const zips = /\bgzip\b(?!;\s*q=0(\.0*)?(,|$))/.test(
			request.headers.get('accept-encoding') ?? '',
		);
		const headers = {
			...anyOrigin,
			'content-type': 'text/javascript; charset=utf-8',
			'cache-control': isFinal ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
			'x-content-type-options': 'nosniff',
			vary: 'accept-encoding',
			etag: tag,
			...(zips && { 'content-encoding': 'gzip' }),
		};
		if (request.headers.get('if-none-match')?.includes(tag)) {
			return new Response(null, { status: 304, headers });
		}
		return new Response(zips ? zipped : bytes, { headers });
	};
}

/** Resolves to the file or, if only another build has it, to the name of the same file of this build. */
async function readScript(folder: string, name: string): Promise<Script | string> {
	const bytes = await readFile(join(folder, name)).catch(async (cause: unknown) => {
		const current = await findCurrent(folder, name);
		if (current) return current;
		throw new ServiceError('not_found', {
			message: `There is no file ${name}.`,
			hint: 'The script-tag build may be missing, or the page may ask for an old version.',
			cause,
		});
	});
	if (typeof bytes === 'string') return bytes;
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
	const hash = Array.from(digest.slice(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join(
		'',
	);
	const zipping = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
	const zipped = new Uint8Array(await new Response(zipping).arrayBuffer());
	// Weak: it identifies the content of the file in any encoding.
	return { bytes, zipped, tag: `W/"${hash}"` };
}

/** The name of this file with the hash of this build. */
async function findCurrent(folder: string, name: string): Promise<string | undefined> {
	const [start] = new RegExp(`^feedback-(${kinds})-`).exec(name) ?? [];
	if (!start) return undefined;
	const files = await readdir(folder).catch(() => []);
	return files.find((file) => file !== name && file.startsWith(start) && file.endsWith('.js'));
}
