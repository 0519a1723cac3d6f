// The same behaviour of each file store: in a folder, and against servers that answer as S3 and Supabase Storage do.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, describe, expect, it } from 'vitest';

import { startS3 } from '../../../../testing/start-s3.ts';
import type { FileStore } from './file-store.ts';
import { openFolderStore } from './folder-store.ts';
import { openS3Store } from './s3-store.ts';
import { openSupabaseStore } from './supabase-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-files-'));
const stops: (() => unknown)[] = [];
afterAll(async () => {
	for (const stop of stops) await stop();
	rmSync(folder, { recursive: true });
});

type Answer = { status: number; body?: string | Buffer };

async function serve(answer: (request: IncomingMessage, body: Buffer) => Answer): Promise<string> {
	const reply = async (request: IncomingMessage, response: ServerResponse) => {
		const { status, body } = answer(request, await buffer(request));
		response.writeHead(status).end(body);
	};
	const server = createServer((request, response) => void reply(request, response));
	stops.push(() => server.close());
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Storage that checks each signature. */
async function openS3(): Promise<FileStore> {
	const { settings, stop } = await startS3(join(folder, 's3'));
	stops.push(stop);
	const { endpoint, region, access_key_id, secret_access_key } = settings.s3!;
	return openS3Store({
		bucket: 'backups',
		prefix: 'files',
		endpoint,
		region,
		accessKeyId: access_key_id!,
		secretAccessKey: secret_access_key!,
	});
}

async function openSupabase(): Promise<FileStore> {
	const stored = new Map<string, Buffer>();
	let hasBucket = false;
	const missing = { status: 400, body: '{"statusCode":"404","error":"not_found"}' };
	const url = await serve(({ method, url: path = '', headers }, body) => {
		if (headers['apikey'] !== 'eyJ.service' || headers.authorization !== 'Bearer eyJ.service') {
			return { status: 403 };
		}
		if (path === '/storage/v1/bucket') {
			hasBucket = !(JSON.parse(body.toString()) as { public: boolean }).public;
			return { status: 200, body: '{}' };
		}
		if (!hasBucket) return missing;
		if (method === 'DELETE') {
			const { prefixes } = JSON.parse(body.toString()) as { prefixes: string[] };
			for (const name of prefixes) stored.delete(name);
			return { status: 200, body: '[]' };
		}
		const name = path.replace(/^\/storage\/v1\/object\/(authenticated\/)?feedback-files\//, '');
		if (method === 'POST') stored.set(name, body);
		const found = stored.get(name);
		return found ? { status: 200, body: method === 'GET' ? found : '{}' } : missing;
	});
	return openSupabaseStore(url, 'eyJ.service', 'feedback-files');
}

const bytes = new Uint8Array([0, 255, 10, 13]);

describe.each<[string, () => FileStore | Promise<FileStore>]>([
	['a folder', () => openFolderStore(folder)],
	['an S3-compatible bucket', openS3],
	['a bucket of Supabase Storage', openSupabase],
])('a file in %s', (_, open) => {
	it('is returned as it was stored, replaced, and deleted', async () => {
		const store = await open();
		const name = `screenshots/${crypto.randomUUID()}`;
		expect(await store.get(name)).toBeUndefined();
		await store.put(name, bytes, 'image/png');
		expect(await store.get(name)).toEqual(bytes);
		await store.put(name, new Uint8Array([7]), 'image/png');
		expect(await store.get(name)).toEqual(new Uint8Array([7]));
		await store.delete(name);
		await store.delete(name);
		expect(await store.get(name)).toBeUndefined();
	});
});

it('a file in a folder can be read by its owner only, and no part of one is left', async () => {
	const store = openFolderStore(folder);
	await store.put('private/file', bytes, 'image/png');
	expect(statSync(join(folder, 'private', 'file')).mode & 0o777).toBe(0o600);
	expect(statSync(join(folder, 'private')).mode & 0o777).toBe(0o700);
	expect(readdirSync(join(folder, 'private'))).toEqual(['file']);
});

it('the error of a bucket names it and the cause, and no key', async () => {
	const endpoint = await serve(() => ({ status: 403, body: '<Code>AccessDenied</Code>' }));
	const settings = { bucket: 'bucket', prefix: '', region: 'eu-west-1', accessKeyId: 'key' };
	const store = openS3Store({ ...settings, endpoint, secretAccessKey: 'secret' });
	await expect(store.put('a', bytes, 'image/png')).rejects.toThrow(
		's3://bucket answered PUT with 403 AccessDenied.',
	);
});
