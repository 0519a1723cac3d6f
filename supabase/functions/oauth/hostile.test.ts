import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { rounds } from '../../../testing/thorough.ts';
import { issuer, openSignIn, writeRequest, type TestSignIn } from '../tests/oauth.ts';

let opened: TestSignIn;

beforeAll(async () => {
	vi.spyOn(console, 'error');
	opened = await openSignIn();
});
afterAll(async () => {
	vi.mocked(console.error).mockRestore();
	await opened.end();
});

const hostile = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 60 }),
	fc.string({ unit: 'grapheme', maxLength: 200 }),
	fc.webUrl({ withFragments: true, withQueryParameters: true }),
	fc.constantFrom(
		'',
		' ',
		'\0',
		'a\0b',
		'\ud800',
		'\ufffe',
		'__proto__',
		'constructor',
		'[]',
		'{}',
		'$1',
		"'; drop table app.tokens; --",
		'%',
		'%00',
		'fbr_',
		'fbt_',
		`fbr_${'x'.repeat(43)}`,
		'https://x',
		'http://127.0.0.1',
		'http://[::1',
		'cursor:',
		'javascript:alert(1)',
		'x'.repeat(3_999),
		'x'.repeat(4_001),
		'ß'.repeat(2_100),
		'👋'.repeat(600),
	),
);

const names = [
	'client_id',
	'redirect_uri',
	'response_type',
	'code_challenge',
	'code_challenge_method',
	'state',
	'scope',
	'resource',
	'response_mode',
	'request',
	'grant_type',
	'code',
	'code_verifier',
	'refresh_token',
	'device_code',
	'device_name',
	'token',
	'__proto__',
] as const;
const grants = [
	'authorization_code',
	'refresh_token',
	'urn:ietf:params:oauth:grant-type:device_code',
];

/** Every request, however malformed, gets an OAuth response, and never a 5xx. */
async function check(path: string, init: RequestInit): Promise<void> {
	vi.mocked(console.error).mockClear();
	const response = await opened.handle(new Request(`${issuer}${path}`, init));
	const said = vi.mocked(console.error).mock.calls.flat();
	expect([path, response.status < 500, said]).toEqual([path, true, []]);
	const text = await response.text();
	if (response.status >= 400) {
		expect(JSON.parse(text)).toEqual({
			error: expect.stringMatching(/^[a-z_]+$/) as string,
			error_description: expect.any(String) as string,
		});
	}
	expect(response.headers.get('content-type') ?? 'application/json').toMatch(/^application\/json/);
	const location = response.headers.get('location');
	if (location !== null) expect(location).toMatch(/^http:\/\/127\.0\.0\.1:(54323|4711)\//);
}

it('any request of a client gets a response, and never a redirect elsewhere', async () => {
	const parameters = fc.dictionary(fc.constantFrom(...names), hostile, { maxKeys: 5 });
	await fc.assert(
		fc.asyncProperty(parameters, fc.nat(), async (given, seed) => {
			const address = { 'x-forwarded-for': `10.${seed % 250}.${seed % 241}.${seed % 239}` };
			const asked = new URLSearchParams({ ...writeRequest().parameters, ...given });
			await check(`/authorize?${asked}`, { headers: address });
			const form = (base: Record<string, string>) => ({
				method: 'POST',
				headers: address,
				body: new URLSearchParams({ client_id: 'feedback-cli', ...base, ...given }),
			});
			await check('/token', form({ grant_type: grants[seed % 3]!, ...writeRequest().parameters }));
			await check('/device', form({ device_name: 'x' }));
			await check('/revoke', form({ token: 'x' }));
		}),
		{ numRuns: rounds(50, 150) },
	);
});

it('any registration is accepted or refused', async () => {
	const metadata = fc.oneof(
		fc.json(),
		hostile,
		fc
			.record({
				redirect_uris: fc.array(hostile, { maxLength: 3 }),
				client_name: fc.oneof(hostile, fc.constant('x'.repeat(5_000))),
			})
			.map((value) => JSON.stringify(value)),
		hostile.map((client_name) =>
			JSON.stringify({ client_name, redirect_uris: ['https://example.com/callback'] }),
		),
	);
	await fc.assert(
		fc.asyncProperty(metadata, fc.nat(), async (body, seed) => {
			const headers = { 'x-forwarded-for': `10.${seed % 250}.${seed % 241}.${seed % 239}` };
			await check('/register', { method: 'POST', body, headers });
		}),
		{ numRuns: rounds(100, 300) },
	);
});

it('a long host name causes no error', async () => {
	const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example.com`;
	const { status, body } = await opened.register({
		client_name: '\u200b',
		redirect_uris: [`https://${host}/callback`],
	});
	expect([status, body['client_name']]).toEqual([201, host.slice(0, 100)]);
});
