// The code on the page about verifying webhooks, in each language as packaged by Debian, against requests that are
// signed like ours.
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { root } from '../../../server/layout/tree.ts';
import { signWebhook } from '../../../supabase/functions/deliver/webhook/send-webhook.ts';
import { type Debian, freshDebian } from '../fresh-debian.ts';
import { languagePackages } from './packages.ts';
import { readSnippet, snippets } from './snippets.ts';

let debian: Debian;

beforeAll(async () => {
	debian = await freshDebian(languagePackages);
}, 600_000);

afterAll(() => debian?.remove());

const mintSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = mintSecret();
const body = JSON.stringify({ type: 'response.created', data: { words: 'Zażółć “naïve” 😀' } });

const request = ({ secrets = [secret], at = new Date() } = {}) => ({
	body,
	secret,
	headers: signWebhook({ id: '0199a0c2-0000-7000-8000-000000000001', secrets, body, at }),
});

describe.each(snippets)('the code in $language', (snippet) => {
	const folder = `/root/${snippet.language}`;
	const { mismatch: mismatchText = /no signature matches/i, old: oldText = /within five minutes/ } =
		snippet.messages ?? {};
	const attempt = async (given: object) => {
		writeFileSync(join(debian.folder, folder, 'given.json'), JSON.stringify(given));
		const { code, output } = await debian.try(`cd ${folder}; ${snippet.run} <given.json`);
		return { accepted: code === 0, output: output.trim() };
	};

	beforeAll(async () => {
		mkdirSync(join(debian.folder, folder));
		writeFileSync(join(debian.folder, folder, snippet.file), readSnippet(snippet));
		writeFileSync(join(debian.folder, folder, snippet.program.file), snippet.program.text);
		for (const name of snippet.modules ?? []) {
			cpSync(join(root, 'node_modules', name), join(debian.folder, folder, 'node_modules', name), {
				recursive: true,
				dereference: true,
			});
		}
		// Go compiles its standard library first, which takes minutes on a busy machine.
		if (snippet.build) await debian.run(`cd ${folder}; ${snippet.build}`);
	}, 600_000);

	test('accepts a request that we signed', async () => {
		expect(await attempt(request())).toEqual({ accepted: true, output: 'response.created' });
	});

	test('accepts a request during the rotation of the secret', async () => {
		const secrets = [mintSecret(), secret];
		expect(await attempt(request({ secrets }))).toMatchObject({ accepted: true });
	});

	test('refuses another secret, body, id and time', async () => {
		const mismatch = { accepted: false, output: expect.stringMatching(mismatchText) };
		expect(await attempt(request({ secrets: [mintSecret()] }))).toEqual(mismatch);
		const altered = { ...request(), body: body.replace('created', 'deleted') };
		expect(await attempt(altered)).toEqual(mismatch);
		const { headers, ...rest } = request();
		expect(await attempt({ ...rest, headers: { ...headers, 'webhook-id': 'other' } })).toEqual(
			mismatch,
		);
		const moved = { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 5) };
		expect(await attempt({ ...rest, headers: moved })).toEqual(mismatch);
	});

	test('refuses a request that is older than five minutes', async () => {
		const old = request({ at: new Date(Date.now() - 301_000) });
		expect(await attempt(old)).toEqual({ accepted: false, output: expect.stringMatching(oldText) });
	});
});
