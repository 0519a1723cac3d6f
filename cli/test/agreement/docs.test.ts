// Checks that the fake documentation server's replies have the same shape as the real server's.
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { NodeDocs } from '../../../site/src/server/node.ts';
import { startTestDocs } from '../../../site/test/start-test-docs.ts';
import { startService } from '../service/start.ts';
import type { Service } from '../service/start.ts';

let docs: NodeDocs;
let service: Service;
beforeAll(async () => {
	[docs, service] = await Promise.all([startTestDocs(), startService()]);
}, 240_000);
afterAll(async () => {
	service?.stop();
	await docs?.stop();
});

it.each([
	['/search?q=prompts&limit=2', 'application/json'],
	['/search?q=prompts&limit=1', 'application/json'],
	['/search?q=prompts&limit=0', 'application/json'],
	['/search?limit=1', 'application/json'],
	['/llms.txt', 'text/markdown'],
	['/prompts/audience/index.md', 'text/markdown'],
	['/nothing/index.md', 'text/markdown'],
])('%s has a reply of the same shape', async (path, accept) => {
	const [real, fake] = await Promise.all(
		[docs.url, `${service.url}/docs`].map((base) => ask(base + path, accept)),
	);
	expect(fake).toEqual(real);
});

async function ask(url: string, accept: string) {
	const response = await fetch(url, { headers: { accept } });
	const text = await response.text();
	const type = response.headers.get('content-type')?.split(';')[0];
	return {
		status: response.status,
		type,
		counted: /^\d+$/.test(response.headers.get('x-markdown-tokens') ?? ''),
		form: type === 'application/json' ? formOf(JSON.parse(text)) : undefined,
	};
}

/** The keys and types of a value. */
function formOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(formOf);
	if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, formOf(member)]));
}
