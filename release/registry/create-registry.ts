import { registryOf, registryPath } from '@feedback/contract';
import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { parseAccept } from 'hono/utils/accept';

import { type Packument, abbreviate, packumentPath, withAddresses } from './packument.ts';

/** Content of a file below the registry's folder; `undefined` when there is none. */
export type ReadFile = (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

const installType = 'application/vnd.npm.install-v1+json';
const methods = 'GET, HEAD';
// An upgrade of the instance replaces what it serves, so clients ask each time, and get a 304.
const revalidate = 'public, max-age=0, must-revalidate';
const packageName = /^@[a-z\d-]+\/[a-z\d][a-z\d._-]*(?=\/|$)/;

/** Answers a request. `base` is the origin under which the client reaches the registry, without a slash at the end. */
export type Registry = (request: Request, base: string) => Response | Promise<Response>;

type Env = { Bindings: { base: string } };

/**
 * The read-only part of npm's registry protocol below `/npm/`, for the packages in `read`.
 *
 * @example
 * const registry = createRegistry(readFolder('release/dist'));
 * const base = 'https://docs.example.com';
 * const packument = await registry(new Request(`${base}/npm/@feedback%2fsdk`), base);
 */
export function createRegistry(read: ReadFile): Registry {
	const app = new Hono<Env>({ strict: false });
	app.use(etag());
	app.use(async (c, next) => {
		await next();
		c.header('x-content-type-options', 'nosniff');
	});
	app.get('*', (c) => answer(c, read));
	app.all('*', (c) => refuse(c, 405, 'This registry is read-only.', { allow: methods }));
	app.onError((_, c) => refuse(c, 500, 'The package could not be read.'));
	return (request, base) => app.fetch(request, { base });
}

async function answer(c: Context<Env>, read: ReadFile): Promise<Response> {
	const path = decodePath(new URL(c.req.url).pathname);
	if (path === '-/ping' || path === '') return sendJson(c, {});
	const [, tagsOf] = /^-\/package\/(.+)\/dist-tags$/.exec(path ?? '') ?? [];
	const [name] = packageName.exec(tagsOf ?? path ?? '') ?? [];
	const found = name && (await readPackument(name, read));
	if (!found) return refuse(c, 404, 'Not found');
	if (tagsOf !== undefined) {
		return tagsOf === name ? sendJson(c, found['dist-tags']) : refuse(c, 404, 'Not found');
	}
	const rest = path!.slice(name.length + 1);
	if (rest.startsWith('-/')) return sendTarball(c, `${name}/${rest}`, found, read);
	const packument = withAddresses(found, registryOf(c.env.base, { isPublished: false }));
	if (rest === '') return sendPackument(c, packument);
	const version = Object.hasOwn(found['dist-tags'], rest) ? found['dist-tags'][rest]! : rest;
	return Object.hasOwn(packument.versions, version)
		? sendJson(c, packument.versions[version])
		: refuse(c, 404, `version not found: ${rest}`);
}

/** The path below the registry. Clients encode the slash of a scoped name. */
function decodePath(pathname: string): string | undefined {
	try {
		const path = decodeURIComponent(pathname.slice(registryPath.length));
		return path.replace(/\/$/, '');
	} catch {
		return undefined;
	}
}

async function readPackument(name: string, read: ReadFile): Promise<Packument | undefined> {
	const bytes = await read(packumentPath(name));
	return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Packument);
}

function sendPackument(c: Context, packument: Packument): Response {
	c.header('vary', 'Accept');
	return prefersInstall(c.req.header('accept'))
		? sendJson(c, abbreviate(packument), installType)
		: sendJson(c, packument);
}

/** Whether the Accept header prefers the form for installers. */
function prefersInstall(accept: string | undefined): boolean {
	const types = parseAccept(accept?.slice(0, 2_000) ?? '');
	const quality = (wanted: string) =>
		types.find(({ type }) => type.toLowerCase() === wanted)?.q ?? 0;
	return quality(installType) > 0 && quality(installType) >= quality('application/json');
}

async function sendTarball(
	c: Context,
	path: string,
	{ versions }: Packument,
	read: ReadFile,
): Promise<Response> {
	const dist = Object.values(versions).find((version) => version.dist.tarball === path)?.dist;
	const bytes = dist && (await read(path));
	if (!bytes) return refuse(c, 404, 'Not found');
	return c.body(bytes, 200, {
		'content-type': 'application/octet-stream',
		'content-length': String(bytes.length),
		'cache-control': revalidate,
		etag: `"${dist.shasum}"`,
	});
}

function sendJson(c: Context, value: unknown, type = 'application/json'): Response {
	return c.body(JSON.stringify(value), 200, { 'content-type': type, 'cache-control': revalidate });
}

// npm and pnpm print the string `error`.
function refuse(
	c: Context,
	status: 404 | 405 | 500,
	error: string,
	headers: Record<string, string> = {},
): Response {
	return c.json({ error }, status, { 'cache-control': 'no-store', ...headers });
}
