import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { glossaryTerms } from '../src/reference/glossary-terms.ts';
import { readTables } from './read-tables.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');

const tables = readTables(read('supabase/schema.sql'));
const openapi = read('contract/generated/openapi.json');
const promptSchema = read('contract/generated/prompt.schema.json');
const wire = read('contract/src/wire.ts');

/** Whether git finds the pattern in a folder. */
function isFound(pattern: string, ...folders: string[]): boolean {
	try {
		execFileSync('git', ['grep', '-qE', pattern, '--', ...folders], { cwd: root });
		return true;
	} catch {
		return false;
	}
}

describe('the glossary', () => {
	it('has at most 50 terms, each once and in alphabetical order', () => {
		const terms = glossaryTerms.map(({ term }) => term);
		expect(terms.length).toBeLessThanOrEqual(50);
		expect(terms).toEqual(
			[...new Set(terms)].toSorted((one, other) => one.localeCompare(other, 'en')),
		);
	});

	it.each(glossaryTerms.filter(({ sql }) => sql))('$term: $sql is in the schema', ({ sql }) => {
		const [table, column] = String(sql).split('.');
		expect(Object.keys(tables)).toContain(table);
		if (column) expect(tables[String(table)]).toContain(column);
	});

	it.each(glossaryTerms.filter((each) => each.wire))('$term: $wire is on the wire', (term) => {
		const key = term.wire;
		const asType = new RegExp(`^\\t${key}\\??:`, 'm');
		const asJson = `"${key}"`;
		expect(
			openapi.includes(asJson) || promptSchema.includes(asJson) || asType.test(wire),
			`${key} is neither in the API nor in a prompt file`,
		).toBe(true);
	});

	it.each(glossaryTerms.filter(({ type }) => type))('$term: $type is exported', ({ type }) => {
		const exported = `export (type|interface|const|class) ${type}\\b`;
		expect(isFound(exported, 'contract/src', 'sdk/src', 'client/src', 'dashboard/src')).toBe(true);
	});

	it.each(glossaryTerms.filter(({ ui }) => ui))('$term: “$ui” is in the dashboard', ({ ui }) => {
		expect(isFound(`\\b${ui}\\b`, 'dashboard/src')).toBe(true);
	});
});
