// The checks with which functions that see every tenant begin, called directly: callers of the API are refused before.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { actAs, actors, createTenants, type Tenants } from './actors.ts';

let database: TestDatabase;
let tenants: Tenants;
beforeAll(async () => {
	database = await createDatabase();
	tenants = await createTenants(database);
});
afterAll(() => database.close());

/** The SQLSTATE with which a statement is refused for an actor; undefined if it is not. */
async function refusal(name: string, statement: string): Promise<string | undefined> {
	const actor = actors.find((one) => one.name === name)!;
	let code: string | undefined;
	await database.admin
		.begin(async (sql) => {
			await actAs(sql, actor);
			// As the functions that call it run.
			await sql`reset role`;
			await sql`set local role feedback_owner`;
			await sql.unsafe(statement).catch((error: { code: string }) => (code = error.code));
			throw new Error('undo');
		})
		.catch(() => undefined);
	return code;
}

const denied = 'FB403';
const allowed = undefined;

describe('a guard of one site', () => {
	// [actor, for a site of its tenant, for one of another tenant]
	const cases = {
		"require_role('viewer')": [
			['owner', allowed, denied],
			['viewer', allowed, denied],
			['outsider', denied, denied],
			['nobody signed in', denied, denied],
		],
		"require_role('editor')": [
			['editor', allowed, denied],
			['viewer', denied, denied],
		],
		"require_role('owner')": [
			['owner', allowed, denied],
			['editor', denied, denied],
		],
		require_site_access: [
			['viewer', allowed, denied],
			['agent', allowed, denied],
			['outsider', denied, denied],
			['agent, connection revoked', denied, denied],
		],
		require_response_access: [
			['viewer', allowed, denied],
			['agent, response:read', allowed, denied],
			['agent', denied, denied],
			['agent, grants expired', denied, denied],
			['agent, grants revoked', denied, denied],
			['outsider', denied, denied],
		],
	} as const;

	it.each(
		Object.entries(cases).flatMap(([guard, rows]) =>
			rows.map(([actor, own, other]) => ({ guard, actor, own, other })),
		),
	)('$guard for $actor', async ({ guard, actor, own, other }) => {
		const [, name, role] = /^(\w+)(?:\('(\w+)'\))?$/.exec(guard)!;
		const call = (site: string) =>
			`select app.${name}('${site}'${role === undefined ? '' : `, '${role}'`})`;
		expect(await refusal(actor, call(tenants.own.id))).toBe(own);
		expect(await refusal(actor, call(tenants.other.id))).toBe(other);
	});
});

describe('the launcher of a site', () => {
	// [actor, for a site of its tenant, for one of another tenant]
	it.each([
		['owner', allowed, denied],
		['editor', denied, denied],
		['outsider', denied, denied],
		// Another connection of its person may have read responses.
		['agent, launcher:set', 'FB402', 'FB404'],
		['agent, prompt:publish', 'FB402', 'FB404'],
		['agent, grants revoked', 'FB402', 'FB404'],
		['agent, connection revoked', 'FB404', 'FB404'],
	])('is set by %s only where it may', async (actor, own, other) => {
		const call = (site: string) =>
			`select app.set_launcher('${site}', '{"survey_id": "any", "position": "right"}')`;
		expect(await refusal(actor, call(tenants.own.id))).toBe(own);
		expect(await refusal(actor, call(tenants.other.id))).toBe(other);
	});
});

it('only the site itself counts as read, by a tool of its person', async () => {
	const mayHaveRead = async (name: string, site: string) =>
		(await database.admin.begin(async (sql) => {
			await actAs(
				sql,
				actors.find((one) => one.name === name)!,
			);
			const [row] = await sql`select app.may_have_read(${site}) as read`;
			await sql`reset role`;
			return row!['read'] as boolean;
		})) as boolean;
	expect(await mayHaveRead('owner', tenants.own.id)).toBe(true);
	expect(await mayHaveRead('owner', tenants.other.id)).toBe(false);
	expect(await mayHaveRead('stranger', tenants.own.id)).toBe(false);
});

describe('a key of the operator’s diagnosis', () => {
	it('is the stored one until it expires, and no other', async () => {
		const hash = (text: string) => Buffer.from(text.padEnd(32, '.'));
		await database.admin`
			insert into app.diagnostic_keys (hash, expires_at) values
				(${hash('live')}, now() + interval '1 minute'), (${hash('ended')}, now() - interval '1 second')`;
		const isKey = async (text: string) => {
			const [row] = await database.ingest`select app.is_diagnostic_key(${hash(text)}) as known`;
			return row!['known'] as boolean;
		};
		expect(await Promise.all(['live', 'ended', 'unknown'].map(isKey))).toEqual([
			true,
			false,
			false,
		]);
	});
});
