import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { routes } from '@feedback/contract';
import { describe, expect, inject, it } from 'vitest';

import { writeClientCall, writeCurl } from '../src/api/examples.ts';
import { readOperationPage } from '../src/api/operation-places.ts';
import { readOperation } from '../src/api/operations.ts';
import { schemaRows } from '../src/api/schema-rows.ts';
import { sidebar } from '../src/sidebar.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const slugs = sidebar.flatMap(({ items }) => items).filter((slug) => slug.startsWith('api/'));
const pages = slugs.map((slug) =>
	readOperationPage(slug, readFileSync(`${root}content/${slug}.mdx`, 'utf8')),
);
const described = pages.flatMap(({ operations }) => operations.map(({ name }) => name));

describe('the pages of the API', () => {
	it('describe every operation once; a new one needs a section in a page of content/api', () => {
		expect(described.toSorted()).toEqual(Object.keys(routes).toSorted());
	});

	it('are all in the sidebar', () => {
		const files = readdirSync(`${root}content/api`).filter((file) => file.endsWith('.mdx'));
		expect(files.map((file) => `api/${file.replace('.mdx', '')}`)).toEqual(slugs.toSorted());
	});

	it('are small, however many operations they have', () => {
		for (const slug of slugs) {
			const html = readFileSync(join(inject('builtSite'), slug, 'index.html'));
			expect(gzipSync(html).length, slug).toBeLessThan(31_000);
		}
	});

	it('are complete as Markdown', () => {
		const text = slugs
			.map((slug) => readFileSync(join(inject('builtSite'), slug, 'index.md'), 'utf8'))
			.join('\n');
		for (const name of Object.keys(routes)) {
			const { method, path, example } = readOperation(name);
			expect(text).toContain(`\`${method} ${path}\``);
			expect(text).toContain(writeCurl(method, example).split(' \\\n')[0]);
			expect(text).toContain(`client.${name}(`);
		}
	});
});

describe('an operation', () => {
	it('has the parameters, the body, the response and the errors of its route', () => {
		const { parameters, body, response, errors, callers } = readOperation('publishPrompt');
		const required = (rows: { path: string; required: boolean }[]) =>
			rows.filter((row) => row.required).map(({ path }) => path);
		expect(parameters.map(({ path }) => path)).toEqual(['site', 'prompt', 'Idempotency-Key']);
		expect(required(body)).toEqual(['revision']);
		expect(response.map(({ path }) => path)).toContain('went_back.undone[].created_by');
		expect(errors).toContainEqual({ code: 'revision_conflict', status: '409' });
		expect(callers).toBe('an editor or owner, or a connection with a grant for `prompt:publish`');
	});

	it('fails when it was not recorded', () => {
		expect(() => readOperation('nothing')).toThrow('There is no route "nothing".');
	});

	it('is called by the client like by curl', () => {
		const example = {
			input: { site: 'a', name: "Ada's" },
			path: '/sites/a',
			body: { name: "Ada's" },
			response: { type: 'application/json', body: {} },
		};
		expect(writeClientCall('renameSite', example)).toBe(
			`const result = await client.renameSite({ site: 'a', name: "Ada's" });`,
		);
		expect(writeCurl('PATCH', example)).toContain(String.raw`"name": "Ada'\''s"`);
	});
});

describe('the fields of a schema', () => {
	it('include those in lists, references and nullable values', () => {
		const rows = schemaRows({
			properties: {
				items: { type: 'array', items: { $ref: '#/components/schemas/Member' } },
				next: { type: ['string', 'null'], description: 'The next page.' },
				when: {
					anyOf: [
						{ type: 'object', properties: { at: { format: 'date-time' } } },
						{ type: 'null' },
					],
				},
			},
			required: ['items'],
		});
		expect(rows.map(({ path, type, required }) => [path, type, required])).toEqual([
			['items', 'list of objects', true],
			['items[].person', 'string', true],
			['items[].name', 'string or null', true],
			['items[].email', 'string or null', true],
			['items[].role', '"owner" · "editor" · "viewer"', true],
			['items[].since', 'date and time', true],
			['items[].has_passkey', 'boolean or null', true],
			['next', 'string or null', false],
			['when', 'object or null', false],
			['when.at', 'date and time', false],
		]);
	});
});
