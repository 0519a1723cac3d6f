import { expect, test } from 'vitest';

import { readConfig } from './config.ts';

const serve = (response: Response) => async () => response;

test('the configuration is that of the server', async () => {
	const config = { apiUrl: 'https://a.example/functions/v1', authUrl: 'https://a.example/auth' };
	const read = await readConfig(serve(Response.json({ ...config, auth: 'feedback' })));
	expect(read).toMatchObject({ ...config, auth: 'feedback', local: false });
});

test('the packages are below the documentation, if the server names no other URL', async () => {
	const config = { apiUrl: 'https://a.example/functions/v1', authUrl: 'https://a.example/auth' };
	const packagesUrl = async (more: object) =>
		(await readConfig(serve(Response.json({ ...config, ...more })))).packagesUrl;
	const docsUrl = 'https://docs.example';
	expect(await packagesUrl({ docsUrl, packagesUrl: 'https://b.example' })).toBe(
		'https://b.example',
	);
	expect(await packagesUrl({ docsUrl })).toBe(docsUrl);
	// Supabase serves functions, and no packages.
	expect(await packagesUrl({})).toBeUndefined();
});

test.each([
	['is missing', new Response('Not found', { status: 404 })],
	[
		'is the page of another path',
		new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
	],
])('no other service is used when config.json %s', async (_, response) => {
	await expect(readConfig(serve(response))).rejects.toThrow('has no config.json');
});
