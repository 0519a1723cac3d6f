import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { errors, limits, questionSchema, reasonCodes, whereSchema } from '@feedback/contract';
import { z } from 'astro/zod';
import { describe, expect, it } from 'vitest';

import { ownBytes } from '../src/figures/measured.ts';
import { limitAt, limitRows } from '../src/reference/limit-rows.ts';
import {
	backendReportFields,
	backendReportRows,
	backendResponseFields,
	backendResponseRows,
	promptFieldRows,
	promptFields,
	siteFieldRows,
	siteFields,
} from '../src/reference/field-rows.ts';
import { reasonHelp } from '../src/reference/reason-help.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFile(root + path, 'utf8');

function leaves(node: object, path = ''): string[] {
	return Object.entries(node).flatMap(([name, value]) => {
		const at = path ? `${path}.${name}` : name;
		if (typeof value === 'number') return [at];
		return value instanceof RegExp ? [] : leaves(value as object, at);
	});
}

type Node = { properties?: { op?: { const?: string; enum?: string[] } } };

function operatorsIn(schema: unknown): string[] {
	if (typeof schema !== 'object' || schema === null) return [];
	const { const: one, enum: several = [] } = (schema as Node).properties?.op ?? {};
	const inner = Object.values(schema).flatMap(operatorsIn);
	return [...(one === undefined ? several : [one]), ...inner];
}

describe('the reference tables', () => {
	it('contain every limit of the contract once', () => {
		const rows = Object.values(limitRows)
			.flat()
			.map(({ path }) => path);
		expect(rows.toSorted()).toEqual(leaves(limits).toSorted());
		expect(limitAt('event.name')).toBe(limits.event.name);
	});

	it('are all on the page of limits, each group once', async () => {
		const page = await read('content/reference/limits.mdx');
		const groups = [...page.matchAll(/<LimitsTable group="([^"]+)" \/>/g)].map(([, name]) => name);
		expect(groups.toSorted()).toEqual(Object.keys(limitRows).toSorted());
	});

	it('describe every field of a prompt and of a site, and no other', () => {
		expect(promptFieldRows().map(({ path }) => path)).toEqual(Object.keys(promptFields));
		expect(siteFieldRows().map(({ path }) => path)).toEqual(Object.keys(siteFields));
	});

	it('describe every field of a backend’s report and of the response, and no other', () => {
		const report = backendReportRows();
		expect(report.map(({ path }) => path)).toEqual(Object.keys(backendReportFields));
		const required = report.filter(({ requirement }) => requirement === 'required');
		expect(required.map(({ path }) => path)).toEqual([
			'events[].id',
			'events[].account',
			'events[].name',
			'identify[].account',
		]);
		const response = backendResponseRows();
		expect(response.map(({ path }) => path)).toEqual(Object.keys(backendResponseFields));
	});

	it('have help for every reason', () => {
		expect(Object.keys(reasonHelp).toSorted()).toEqual(reasonCodes.toSorted());
	});

	it('are rendered with every code', async () => {
		const reasons = await read('content/reference/reasons.mdx');
		const table = await read('content/reference/errors.mdx');
		expect(reasons).toContain('<Reasons />');
		expect(table).toContain('<ErrorsTable />');
		expect(Object.keys(errors).length).toBeGreaterThan(10);
	});
});

describe('the pages of prompts', () => {
	it('have a section for every question type', async () => {
		const page = await read('content/prompts/questions.mdx');
		for (const { shape } of questionSchema.options) {
			expect(page).toContain(`\n## ${shape.type.value}\n`);
		}
	});

	it('list every operator of conditions, and no other', async () => {
		const page = await read('content/reference/conditions.mdx');
		const [, table = ''] = /## Comparison operators\n([\s\S]*?)\n## /.exec(page) ?? [];
		const cells = [...table.matchAll(/^\| (`[a-z_`, ]+`) +\|/gm)].map(([, cell]) => cell!);
		const [head, ...listed] = [...cells.join().matchAll(/`(\w+)`/g)].map(([, word]) => word!);
		expect(head).toBe('op');
		expect(listed.toSorted()).toEqual(operatorsIn(z.toJSONSchema(whereSchema)).toSorted());
	});
});

describe('the page of figures', () => {
	it('has the sizes of the built SDK, to the byte', () => {
		const built = readdirSync(`${root}sdk/dist`);
		const files = {
			'feedback.js': ownBytes.scriptTag,
			'index.js': ownBytes.package,
			'headless.js': ownBytes.headless,
			[built.find((file) => /^feedback-ui-[\w-]{8}\.js$/.test(file))!]: ownBytes.promptUi,
			[built.find((file) => /^feedback-later-[\w-]{8}\.js$/.test(file))!]: ownBytes.afterDecision,
			[built.find((file) => /^feedback-launcher-[\w-]{8}\.js$/.test(file))!]: ownBytes.launcher,
			[built.find((file) => /^feedback-picture-[\w-]{8}\.js$/.test(file))!]:
				ownBytes.pictureQuestion,
			[built.find((file) => /^feedback-screenshot-[\w-]{8}\.js$/.test(file))!]: ownBytes.screenshot,
		};
		const sizes = Object.keys(files).map((file) => {
			const bytes = readFileSync(`${root}sdk/dist/${file}`);
			return [file, gzipSync(bytes, { level: 9 }).length];
		});
		expect(Object.fromEntries(sizes)).toEqual(files);
	});

	it('shows a command that prints the size of the script tag', async () => {
		const page = await read('content/start/figures.mdx');
		const [, code] = /^node -p "(.*feedback\.js.*)"$/m.exec(page)!;
		const printed = execFileSync(process.execPath, ['-p', code!], { cwd: root, encoding: 'utf8' });
		expect(Number(printed)).toBe(ownBytes.scriptTag);
	});
});

describe('the pages of the SDK', () => {
	const codes = (text: string) => [...text.matchAll(/'([a-z_]+)'/g)].map(([, code]) => code!);
	const keysOf = (source: string, type: string) => {
		const body = new RegExp(`export type ${type}[^{]*\\{\\n([\\s\\S]*?)\\n\\};`).exec(source)![1]!;
		return [...body.matchAll(/^\t(\w+)[?(]?[:(<]/gm)].map(([, name]) => name!);
	};

	it('list every error code of the SDK, and no other', async () => {
		const source = await read('sdk/src/feedback-error.ts');
		const union = /type FeedbackErrorCode =([\s\S]*?);/.exec(source)![1]!;
		const page = await read('content/sdk/errors.mdx');
		const table = page.slice(page.indexOf('## Error codes of the SDK'));
		const listed = [...table.matchAll(/^\| `([a-z_]+)`/gm)].map(([, code]) => code);
		expect(listed).toEqual(codes(union));
	});

	it('have a section for every option', async () => {
		const options = keysOf(await read('sdk/src/feedback-options.ts'), 'FeedbackOptions');
		const page = await read('content/sdk/options.mdx');
		expect(options).toContain('siteId');
		for (const option of options) expect(page).toContain(`\n## ${option}\n`);
	});

	it('have every method in their table', async () => {
		const methods = keysOf(await read('sdk/src/feedback.ts'), 'FeedbackSdk');
		const page = await read('content/sdk/methods.mdx');
		expect(methods).toContain('event');
		const table = page.slice(0, page.indexOf('\n## '));
		for (const method of methods) expect(table).toContain(`${method}(`);
	});

	it('have a section for every notification', async () => {
		const source = await read('sdk/src/notification.ts');
		const types = [...source.matchAll(/type: '([a-z]+)'/g)].map(([, type]) => type!);
		const page = await read('content/sdk/notifications.mdx');
		expect(types).toContain('error');
		for (const type of types) expect(page).toContain(`\n## ${type}\n`);
	});
});
