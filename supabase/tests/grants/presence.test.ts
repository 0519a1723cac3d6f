// That a person is here is also checked where rows change. Plain SQL statements try to change them without that.
import { randomUUID } from 'node:crypto';

import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { people } from '../security/actors.ts';
import { signInAs } from '../security/sign-in-as.ts';
import { undone } from '../undone.ts';
import { createSite, draftPrompt, type TestPrompt, type TestSite } from '../sites.ts';

let database: TestDatabase;
let site: TestSite;
let draft: TestPrompt;
const credential = 'credential';
const [request, connection] = [randomUUID(), randomUUID()];

beforeAll(async () => {
	database = await createDatabase();
	const { admin } = database;
	site = await createSite(
		admin,
		{},
		{ [people.owner]: 'owner', [people.editor]: 'editor', [people.viewer]: 'viewer' },
	);
	draft = await draftPrompt(admin, site.id);
	await admin`
		insert into app.connections (id, person_id, kind, name) values (${connection}, ${people.owner}, 'mcp', 'Editor')`;
	await admin`
		insert into app.connection_sites (connection_id, workspace_id, site_id)
		values (${connection}, ${site.workspace}, ${site.id})`;
	await admin`
		insert into app.grant_requests (id, connection_id, person_id, workspace_id, site_id, action, prompt_id, revision, sha256)
		values (${request}, ${connection}, ${people.owner}, ${site.workspace}, ${site.id}, 'prompt:publish', ${draft.id}, 1,
			${draft.sha256})`;
});
afterAll(() => database.close());

type Confirmed = {
	operation: string;
	site?: string;
	subject?: string;
	revision?: number;
	sha256?: string;
};
type Given = {
	hasPasskey?: boolean;
	signedInMinutesAgo?: number;
	policy?: 'publishing' | 'off';
	confirmed?: Confirmed | undefined;
};
type Act = (sql: TransactionSql) => PromiseLike<unknown>;

/** What becomes of a statement of the owner: `done`, or the code of its error. It is rolled back. */
function attempt(act: Act, given: Given): Promise<string> {
	const { hasPasskey = true, signedInMinutesAgo: minutesAgo = 60, policy, confirmed } = given;
	return undone(database.admin, async (sql) => {
		if (policy) {
			await sql`
				update app.sites set settings = settings || ${sql.json({ presence: policy })} where id = ${site.id}`;
		}
		if (hasPasskey) {
			await sql`
				insert into identity."user" ("id", "name", "email", "emailVerified")
				values (${people.owner}, '', 'ada@example.com', true)`;
			await sql`
				insert into identity."passkey" ("name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "createdAt")
				values ('Laptop', '', ${people.owner}, ${credential}, 0, 'singleDevice', false, now())`;
		}
		if (confirmed) await confirm(sql, confirmed);
		return sql
			.savepoint(async (scope) => {
				await signInAs(scope, people.owner, { minutesAgo });
				await act(scope);
				await scope`reset role`;
				return 'done';
			})
			.catch((error: unknown) => (error as { code: string }).code);
	});
}

async function confirm(sql: TransactionSql, { operation, ...about }: Confirmed): Promise<void> {
	const { site: where = null, subject = null, revision = null, sha256 = null } = about;
	await sql`
		insert into app.presence_challenges (person_id, operation, site_id, subject, revision, sha256, request_hash, challenge,
			expires_at, confirmed_at, confirmed_in, credential)
		values (${people.owner}, ${operation}, ${where}, ${subject}, ${revision}, ${sha256}, sha256('request'), sha256('challenge'),
			now() + interval '2 minutes', now(), pg_current_xact_id(), ${credential})`;
}

type Case = {
	act: Act;
	/** The confirmation that it needs. */
	exactly(): Confirmed;
	/** Confirmations of something else. */
	others(): Confirmed[];
};

const cases: Record<string, Case> = {
	'changing the role of a member': {
		act: (sql) => sql`
			update app.members set role = 'viewer' where workspace_id = ${site.workspace} and person_id = ${people.editor}`,
		exactly: () => ({ operation: 'changeMember', subject: people.editor }),
		others: () => [
			{ operation: 'changeMember', subject: people.viewer },
			{ operation: 'removeMember', subject: people.editor },
		],
	},
	'removing a member': {
		act: (sql) => sql`
			delete from app.members where workspace_id = ${site.workspace} and person_id = ${people.editor}`,
		exactly: () => ({ operation: 'removeMember', subject: people.editor }),
		others: () => [
			{ operation: 'removeMember', subject: people.viewer },
			{ operation: 'changeMember', subject: people.editor },
		],
	},
	'changing a protected setting': {
		act: (sql) => sql`
			update app.sites set settings = settings || '{"presence": "publishing"}' where id = ${site.id}`,
		exactly: () => ({ operation: 'updateSettings', site: site.id }),
		others: () => [
			{ operation: 'updateSettings', site: randomUUID() },
			{ operation: 'publishPrompt', site: site.id },
		],
	},
	'publishing a prompt': {
		act: (sql) => sql`select app.publish(${site.id}, ${draft.id}, 1, ${draft.sha256})`,
		exactly: () => ({ operation: 'publishPrompt', site: site.id, subject: draft.id, revision: 1 }),
		others: () => [
			{ operation: 'publishPrompt', site: site.id, subject: draft.id, revision: 2 },
			{ operation: 'publishPrompt', site: site.id, subject: randomUUID(), revision: 1 },
			{ operation: 'publishPrompt', site: randomUUID(), subject: draft.id, revision: 1 },
			{ operation: 'createPrompt', site: site.id, subject: draft.id, revision: 1 },
		],
	},
	'approving a request': {
		act: (sql) => sql`select app.approve_grant(${request}, 'once', 1, ${draft.sha256}, false)`,
		exactly: () => ({
			operation: 'approveGrant',
			subject: request,
			revision: 1,
			sha256: draft.sha256,
		}),
		others: () => [
			{ operation: 'approveGrant', subject: request, revision: 2, sha256: draft.sha256 },
			{ operation: 'approveGrant', subject: request, revision: 1, sha256: 'f'.repeat(64) },
			{ operation: 'approveGrant', subject: randomUUID(), revision: 1, sha256: draft.sha256 },
		],
	},
};

describe.each(Object.entries(cases))('%s', (_, { act, exactly, others }) => {
	it('needs a confirmation of exactly that, however recent the sign-in is', async () => {
		expect(await attempt(act, { signedInMinutesAgo: 0 })).toBe('FB428');
		for (const confirmed of others()) {
			expect(await attempt(act, { confirmed }), JSON.stringify(confirmed)).toBe('FB428');
		}
		expect(await attempt(act, { confirmed: exactly() })).toBe('done');
	});

	it('needs a recent sign-in of a person without a passkey', async () => {
		expect(await attempt(act, { hasPasskey: false })).toBe('FB412');
		expect(await attempt(act, { hasPasskey: false, signedInMinutesAgo: 1 })).toBe('done');
	});
});

it.each([
	['publishing a prompt', 'FB428', 'FB412'],
	['changing the role of a member', 'FB428', 'FB428'],
] as const)('%s follows the policy of the site where it has one', async (name, asked, off) => {
	const { act } = cases[name]!;
	expect(await attempt(act, { policy: 'publishing' })).toBe(asked);
	expect(await attempt(act, { policy: 'off' })).toBe(off);
});

describe('what needs only a recent sign-in', () => {
	const remove: Act = (sql) => sql`delete from app.responses where site_id = ${site.id}`;

	it('is refused without one, also of a person with a passkey', async () => {
		expect(await attempt(remove, {})).toBe('FB412');
		expect(await attempt(remove, { signedInMinutesAgo: 1 })).toBe('done');
	});

	it('is possible in the transaction that confirmed something', async () => {
		expect(await attempt(remove, { confirmed: { operation: 'deleteResponse' } })).toBe('done');
	});
});
