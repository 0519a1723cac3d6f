// Apps continue to use the SDK with which they were built. `released/` contains the requests of each release's SDK,
// recorded in a browser by `npm run rehearse upgrade`, and the responses of that release's service. Today's service
// must respond the same, except for additional fields and the words in which a rule is explained.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mintPreviewToken } from '../_shared/secrets/preview-token.ts';
import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { join as joinWorkspace, signIn } from '../tests/people.ts';
import { openSdk, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSites } from '../tests/sites.ts';
import { routes } from './routes.ts';

type Recording = {
	sdk: string;
	prompts: (Partial<PromptInput> & { survey_id: string })[];
	/** Values that vary between runs are placeholders, such as `<uuid 3>` or `<time>`. */
	exchanges: { route: string; request: unknown; status: number; answer: unknown }[];
};

const folder = join(import.meta.dirname, 'released');
const recordings = readdirSync(folder).map(
	(name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recording,
);

let sites: TestSites;
let sdk: TestSdk;
beforeAll(async () => {
	sites = await openSites();
	sdk = openSdk(sites.ingestUrl);
});
afterAll(async () => {
	await sdk.end();
	await sites.end();
});

/** Applies `change` to every text in a JSON value. */
function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]),
	);
}

/** Programs read which rule it is and whether it passed; the text is for people, and may get better. */
function allowAnyText(response: unknown): unknown {
	const { rules } = response as { rules?: object[] };
	if (!rules) return response;
	const texts = { text: expect.any(String) };
	return { ...(response as object), rules: rules.map((rule) => ({ ...rule, ...texts })) };
}

/** Takes the values of placeholders that are new in a recorded response from the real response. */
function learn(recorded: unknown, real: unknown, known: Map<string, unknown>): void {
	if (typeof recorded === 'string') {
		if (/^<(uuid|secret) \d+>$/.test(recorded) && !known.has(recorded)) known.set(recorded, real);
	} else if (typeof recorded === 'object' && recorded !== null) {
		for (const [key, item] of Object.entries(recorded)) {
			learn(item, (real as Record<string, unknown> | undefined)?.[key], known);
		}
	}
}

/** Routes that a released SDK does not know. */
const addedSince: Record<string, string[]> = { '0.4.0': ['/poll'] };

describe.each(recordings)('the SDK of $sdk', ({ sdk: sdkVersion, prompts, exchanges }) => {
	it('uses every route of the service that it knows', () => {
		const used = new Set(exchanges.map(({ route }) => route));
		expect([...used, ...(addedSince[sdkVersion] ?? [])].sort()).toEqual([...routes.keys()].sort());
	});

	it('gets the same responses as from the service of its release', async () => {
		const site = await sites.makeSite();
		const maker = await signIn();
		await joinWorkspace(sites.sql, site.workspace, maker, 'editor');
		const [first] = await Promise.all(prompts.map((prompt) => sites.publish(site.siteId, prompt)));
		const known = new Map<string, unknown>([
			['<site 1>', site.siteId],
			[
				'<token 1>',
				mintPreviewToken(
					sdk.keyring,
					site.id,
					{ prompt: first!, revision: 1, maker: maker.id },
					sdk.clock.now,
				),
			],
		]);
		for (const { route, request, status, answer } of exchanges) {
			// A delayed prompt is due by the next request.
			sdk.clock.now += 2_000;
			const sent = mapTexts(request, (text) => {
				if (text === '<time>') return sdk.clock.now;
				if (/^<uuid \d+>$/.test(text) && !known.has(text)) {
					known.set(text, mintUuidv7(sdk.clock.now));
				}
				return known.get(text) ?? text;
			});
			const got = await sdk.post(route, sent);
			learn(answer, got.body, known);
			const expected = mapTexts(answer, (text) =>
				text === '<time>' ? expect.any(Number) : (known.get(text) ?? text),
			);
			expect({ route, status: got.status, body: got.body }).toMatchObject({
				...{ route, status },
				body: allowAnyText(expected) as object,
			});
		}
	});
});
