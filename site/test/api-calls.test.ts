// The calls on the pages of the API. They were recorded (supabase/functions/manage/api-examples.test.ts); since then
// the routes may have changed.

import { callOperation, createClient } from '@feedback/client';
import { type Route, type RouteName, routes } from '@feedback/contract';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';

import { type Example, examples } from '../src/api/examples.ts';
import { readExamples } from './content-files.ts';

const all = Object.entries(routes as Record<string, Route>);

/** Errors of a call, or of its response. */
function findFaults(route: Route, { path, body, response }: Example): string[] {
	const { pathname, searchParams } = new URL(path, 'http://service');
	const template = route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
	const found = new RegExp(`^${template}$`).exec(pathname);
	if (!found) return [`${pathname} is not ${route.path}`];
	const given: [string, z.ZodType | undefined, unknown][] = [
		['path', route.params, mapValues(found.groups ?? {}, decodeURIComponent)],
		['query', route.query, Object.fromEntries(searchParams)],
		['body', route.body, body ?? {}],
		['response', route.stream ? undefined : route.output, response.body],
	];
	return given.flatMap(([part, schema, value]) => findIssues(part, schema, complete(value)));
}

function findIssues(part: string, schema: z.ZodType | undefined, value: unknown): string[] {
	const issues = schema?.safeParse(value).error?.issues ?? [];
	return issues.map(({ path, message }) => `${[part, ...path].join('.')}: ${message}`);
}

/** With secrets as long as those that the pages shorten. */
function complete(value: unknown): unknown {
	const text = JSON.stringify(value).replaceAll('"whsec_…"', JSON.stringify(secret));
	return JSON.parse(text) as unknown;
}
const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;

const mapValues = (given: Record<string, string>, change: (value: string) => string) =>
	Object.fromEntries(Object.entries(given).map(([key, value]) => [key, change(value)]));

describe('the examples of the API', () => {
	it.each(all)('%s matches its route', (name, route) => {
		expect(findFaults(route, examples[name]!)).toEqual([]);
	});

	it('finds a wrong path, parameter, body and response', () => {
		const example = examples['publishPrompt']!;
		const faults = (change: Partial<Example>) =>
			findFaults(routes.publishPrompt, { ...example, ...change }).length;
		expect(faults({})).toBe(0);
		expect(faults({ path: '/sites/1/publish' })).toBe(1);
		expect(faults({ path: example.path.replace(/sites\/[^/]+/, 'sites/none') })).toBe(1);
		expect(faults({ body: { revision: 'one' } })).toBe(1);
		expect(faults({ response: { type: 'application/json', body: {} } })).toBeGreaterThan(0);
	});

	it.each(all)('%s is what the typed client sends', async (name, { method }) => {
		const { input, path, body, response } = examples[name]!;
		const sent: unknown[] = [];
		const client = createClient({
			apiUrl: 'http://service',
			token: () => Promise.resolve('token'),
			fetch: (address, options) => {
				const text = options?.body as string | undefined;
				sent.push([options?.method, String(address), text && (JSON.parse(text) as unknown)]);
				const headers = { 'content-type': response.type };
				return Promise.resolve(new Response('{}', { headers }));
			},
		});
		await callOperation(client, name as RouteName, input as Record<string, unknown>);
		expect(sent).toEqual([[method, `http://service/manage${path}`, body]]);
	});

	it('call routes that exist where a page writes one by hand', async () => {
		const written = (await readExamples()).filter(
			({ place, language }) => place.startsWith('api/') && language === 'text',
		);
		expect(written.length).toBeGreaterThan(0);
		for (const { place, code } of written) {
			const [method, path = ''] = code.trim().split(' ');
			const { pathname, searchParams } = new URL(path, 'http://service');
			const route = all.find(
				([, { method: known, path: template }]) =>
					known === method &&
					new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
			);
			expect(route, place).toBeDefined();
			const issues = findIssues('query', route![1].query, Object.fromEntries(searchParams));
			expect(issues, place).toEqual([]);
		}
	});
});
