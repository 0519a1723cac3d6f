// The SQL that the documentation tells operators to run.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readExamples } from '../../site/test/content-files.ts';
import { createDatabase, type TestDatabase } from './harness.ts';

const examples = (await readExamples()).filter(
	({ language, place, code }) =>
		language === 'sql' && place.startsWith('self-hosting/') && !code.includes('pg_cron'),
);

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

describe('the statements of the documentation', () => {
	it('are those of five pages', () => {
		expect(new Set(examples.map(({ place }) => place.split(':')[0])).size).toBeGreaterThan(3);
	});

	it.each(examples.map(({ place, code }) => [place, code] as const))(
		'%s run as a superuser',
		async (place, code) => {
			// Nothing may stay for other tests: roles belong to the whole server. Only databases and settings of the server
			// cannot be changed here.
			const statements = code.replace(/^(create database|alter system) .+;$/gm, '');
			const ended = database.admin.begin(async (sql) => {
				if (!code.includes('create role feedback')) await sql`create role feedback`;
				await sql.unsafe(statements);
				throw new Error(`${place} ran`);
			});
			// The person of the example does not exist here.
			const message = code.includes('reset_person') ? 'The person has no passkey.' : `${place} ran`;
			await expect(ended).rejects.toThrow(message);
		},
	);
});
