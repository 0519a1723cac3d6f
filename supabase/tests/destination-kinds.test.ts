// The checks of app.destinations repeat what the contract says about each kind.
import { randomUUID } from 'node:crypto';

import { destinationDescriptions, destinationKinds, listKindsWith } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from './harness.ts';
import { createSite, type TestSite } from './sites.ts';

let database: TestDatabase;
let site: TestSite;
beforeAll(async () => {
	database = await createDatabase();
	site = await createSite(database.admin);
});
afterAll(() => database.close());

it('the database has the kinds of the contract', async () => {
	const checks = await database.admin<{ definition: string }[]>`
		select pg_get_constraintdef(oid) as definition from pg_constraint
		where conrelid = 'app.destinations'::regclass and conname = 'kind_is_known'`;
	const [kinds] = checks.map(({ definition }) =>
		[...definition.matchAll(/'(\w+)'/g)].map(([, kind]) => kind),
	);
	expect(kinds).toEqual(destinationKinds);
});

const columns = [
	'url',
	'sealed_url',
	'sealed_token',
	'sealed_secret',
	'schedule',
	'tracker',
] as const;
type Column = (typeof columns)[number];

describe.each(destinationKinds)('of the kind %s, the database', (kind) => {
	const { secretSettings, hasSigningSecret, createsIssues } = destinationDescriptions[kind];
	const isSecret = (secretSettings as readonly string[]).includes('url');
	const isFilled: Record<Column, boolean> = {
		url: listKindsWith('url').includes(kind) && !isSecret,
		sealed_url: isSecret,
		sealed_token: listKindsWith('token').includes(kind),
		sealed_secret: hasSigningSecret,
		tracker: createsIssues,
		schedule: listKindsWith('schedule').includes(kind),
	};

	/** Resolves to the code of the refusal. */
	async function insert(filled: Record<Column, boolean>): Promise<string | undefined> {
		const sealed = Buffer.from('sealed');
		try {
			await database.admin`
				insert into app.destinations (site_id, id, kind, name, host, event_types, partial, include_visitor,
					url, sealed_url, sealed_token, sealed_secret, schedule, tracker)
				values (${site.id}, ${randomUUID()}, ${kind}, 'Team', 'example.com', '{response.closed}', true, false,
					${filled.url ? 'https://example.com/' : null}, ${filled.sealed_url ? sealed : null},
					${filled.sealed_token ? sealed : null},
					${filled.sealed_secret ? sealed : null}, case when ${filled.schedule} then '{"every": "message"}'::jsonb end,
					case when ${filled.tracker} then '{}'::jsonb end)`;
			return undefined;
		} catch (error) {
			return (error as { code: string }).code;
		}
	}

	it('accepts what the contract describes', async () => {
		expect(await insert(isFilled)).toBeUndefined();
	});

	it.each(columns)('refuses another %s', async (column) => {
		expect(await insert({ ...isFilled, [column]: !isFilled[column] })).toBe('23514');
	});
});
