import { createHash } from 'node:crypto';

import { packageScope, product, publishedPackages } from '@feedback/contract';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Packument } from '../registry/packument.ts';
import { startRegistry } from './start-registry.ts';

let url: string;

beforeAll(async () => {
	url = `${await startRegistry()}/npm/`;
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
	fetch(url + path, { method, headers });
const read = async (path: string) => (await (await get(path)).json()) as Packument;
const forInstallers = 'application/vnd.npm.install-v1+json';

describe.each(publishedPackages)('%s', (name) => {
	it('has the same packument whether its slash is encoded or not', async () => {
		const whole = await get(name);
		expect(whole.headers.get('content-type')).toBe('application/json');
		const text = await whole.text();
		for (const path of [name.replace('/', '%2f'), name.replace('/', '%2F'), `${name}/`]) {
			expect(await (await get(path)).text()).toBe(text);
		}
		expect(JSON.parse(text)).toMatchObject({
			name,
			'dist-tags': { latest: product.version },
			time: { [product.version]: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
		});
	});

	it('has a short packument for installers, with what they need', async () => {
		const accept = `${forInstallers}; q=1.0, application/json; q=0.8, */*`;
		const short = await get(name, { accept });
		expect(short.headers.get('content-type')).toBe(forInstallers);
		expect(short.headers.get('vary')).toContain('Accept');
		const { versions, ...rest } = (await short.json()) as Packument;
		expect(Object.keys(rest)).toEqual(['name', 'modified', 'dist-tags']);
		const whole = (await read(name)).versions[product.version]!;
		const manifest = versions[product.version]!;
		expect(manifest).toMatchObject({ name, version: product.version, dist: whole.dist });
		expect(manifest['optionalDependencies']).toEqual(whole['optionalDependencies']);
		expect(manifest['bin']).toEqual(whole['bin']);
	});

	it('has a tarball with the integrity that the packument states', async () => {
		const { dist } = (await read(name)).versions[product.version]!;
		const response = await fetch(dist.tarball);
		expect(response.headers.get('content-type')).toBe('application/octet-stream');
		const bytes = Buffer.from(await response.arrayBuffer());
		expect(response.headers.get('content-length')).toBe(String(bytes.length));
		const digest = createHash('sha512').update(bytes).digest('base64');
		expect(dist.integrity).toBe(`sha512-${digest}`);
		expect(dist.shasum).toBe(createHash('sha1').update(bytes).digest('hex'));
	});

	it('is found by version and by tag, and by the tags alone', async () => {
		const version = await read(`${name}/${product.version}`);
		expect(version).toMatchObject({ name, version: product.version });
		expect(await read(`${name}/latest`)).toEqual(version);
		const tags = await get(`-/package/${name.replace('/', '%2f')}/dist-tags`);
		expect(await tags.json()).toEqual({ latest: product.version });
	});

	it('needs no package of ours that is not published, and names no script', async () => {
		const manifest = (await read(name)).versions[product.version]!;
		expect(manifest).not.toHaveProperty('devDependencies');
		expect(manifest).not.toHaveProperty('scripts');
		const needed = ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) =>
			Object.entries((manifest[kind] ?? {}) as Record<string, string>),
		);
		const own = needed.filter(([needs]) => needs.startsWith(`${packageScope}/`));
		expect(own.map(([needs]) => needs)).toEqual([]);
		expect(needed.filter(([, range]) => range.includes(':'))).toEqual([]);
	});
});

describe('the protocol', () => {
	const tarball = `${product.sdkPackage}/-/sdk-${product.version}.tgz`;

	it.each([product.sdkPackage, tarball])('answers HEAD and If-None-Match of %s', async (path) => {
		const whole = await get(path);
		const etag = whole.headers.get('etag')!;
		const head = await get(path, {}, 'HEAD');
		expect(head.headers.get('etag')).toBe(etag);
		expect(await head.text()).toBe('');
		const again = await get(path, { 'if-none-match': etag });
		expect(again.status).toBe(304);
		expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
	});

	it.each([
		'@feedback/none',
		'nothing',
		`${product.sdkPackage}/9.9.9`,
		`${product.sdkPackage}/-/sdk-9.9.9.tgz`,
		`${product.sdkPackage}/-/packument.json`,
		`${product.sdkPackage}/__proto__`,
		`${product.sdkPackage}!`,
		`${product.sdkPackage}!latest`,
		'@feedback/..%2f..%2fpackage.json',
		'@feedback%2f..',
		'-/package/nothing/dist-tags',
		'%zz',
	])('answers 404 with a string that npm prints: %s', async (path) => {
		const response = await get(path);
		expect(response.status).toBe(404);
		expect(await response.json()).toEqual({ error: expect.stringMatching(/ot found/) });
	});

	it.each(['PUT', 'POST', 'DELETE'])('refuses %s', async (method) => {
		const response = await get(product.sdkPackage, {}, method);
		expect(response.status).toBe(405);
		expect(response.headers.get('allow')).toBe('GET, HEAD');
	});

	it('answers a ping', async () => {
		expect(await (await get('-/ping')).json()).toEqual({});
	});
});

it('gives tarballs the address of the service, whatever the request says', async () => {
	const local = await startRegistry('https://feedback.example.com');
	const response = await fetch(`${local}/npm/${product.sdkPackage}`, {
		headers: { 'x-forwarded-host': 'other.example' },
	});
	const { versions } = (await response.json()) as Packument;
	expect(versions[product.version]!.dist.tarball).toBe(
		`https://feedback.example.com/npm/${product.sdkPackage}/-/sdk-${product.version}.tgz`,
	);
});
