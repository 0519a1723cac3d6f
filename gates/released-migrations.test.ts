import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { listAsReleased } from './release-migrations.ts';
import {
	findReleaseIssues,
	readReleased,
	releasedFile,
} from '../server/postgres/released-migrations.ts';

let folder: string;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-released-'));
	write(releasedFile, '{}');
	write('20300101000000_a.sql', 'select 1;');
	write('20300102000000_b.sql', 'select 2;');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('migrations may change until they are released, and never after', () => {
	write('20300101000000_a.sql', 'select 3;');
	expect(findReleaseIssues(folder)).toEqual([]);
	expect(listAsReleased(folder, '1.0.0')).toHaveLength(2);
	expect(findReleaseIssues(folder)).toEqual([]);
	write('20300101000000_a.sql', 'select 4;');
	expect(findReleaseIssues(folder)).toEqual([
		'20300101000000_a.sql has changed, and has been part of release 1.0.0. ' +
			'Put it back, and write the change as a new migration.',
	]);
	rmSync(join(folder, '20300102000000_b.sql'));
	expect(findReleaseIssues(folder)).toContainEqual(
		expect.stringContaining('20300102000000_b.sql is missing'),
	);
	expect(() => listAsReleased(folder, '1.1.0')).toThrow('has changed');
});

test('new migrations follow the released ones, and the next release adds only the new ones', () => {
	listAsReleased(folder, '1.0.0');
	write('20300103000000_c.sql', 'select 3;');
	expect(findReleaseIssues(folder)).toEqual([]);
	expect(listAsReleased(folder, '1.1.0')).toEqual(['20300103000000_c.sql']);
	expect(Object.values(readReleased(folder)).map(({ release }) => release)).toEqual([
		...['1.0.0', '1.0.0', '1.1.0'],
	]);
	write('20300101120000_between.sql', 'select 4;');
	expect(findReleaseIssues(folder)).toEqual([
		expect.stringContaining('20300101120000_between.sql is not released, but comes before'),
	]);
});

test('a migration defines no function, view, trigger or policy', () => {
	write('20300103000000_c.sql', 'create or replace function app.run()\nlanguage sql return 1;');
	write('20300104000000_d.sql', 'create policy "members read" on app.sites using (true);');
	write('20300105000000_code.sql', 'create or replace function app.run()\nlanguage sql return 1;');
	expect(findReleaseIssues(folder)).toEqual([
		expect.stringContaining(
			'20300103000000_c.sql creates the function app.run. Move it to supabase/schemas',
		),
		expect.stringContaining('20300104000000_d.sql creates the policy "members read".'),
	]);
});

test('a list in another format, and a release that is not a version, are refused', () => {
	expect(() => listAsReleased(folder, 'next')).toThrow('it must be a version such as 1.2.3');
	write(releasedFile, '{ "20300101000000_a.sql": { "sha256": "1", "release": "1.0.0" } }');
	expect(() => findReleaseIssues(folder)).toThrow('needs a SHA-256');
});

test('no two migrations share a version', () => {
	write('20300102000000_c.sql', 'select 3;');
	expect(findReleaseIssues(folder)).toEqual([
		'20300102000000_c.sql has the version of 20300102000000_b.sql. Give it a later one.',
	]);
});
