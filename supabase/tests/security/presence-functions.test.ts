// Whose challenge and whose passkey confirm what. Plain SQL statements call the functions of presence without the API,
// which verifies signatures and names what is asked first.
import { createHash, randomUUID } from 'node:crypto';

import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { createSite, draftPrompt, type TestPrompt, type TestSite } from '../sites.ts';
import { undone } from '../undone.ts';
import { people } from './actors.ts';
import { outcomeFor } from './outcome-for.ts';
import { signInAs } from './sign-in-as.ts';

const { owner, editor } = people;
const sha256 = (text: string) => createHash('sha256').update(text).digest();
const [requestHash, challenge] = [sha256('request'), sha256('challenge')];

let database: TestDatabase;
let site: TestSite;
/** In which a prompt has the same ID as `prompts[0]`. */
let other: TestSite;
let prompts: TestPrompt[];
/** A second revision of `prompts[0]`. */
let second: string;
beforeAll(async () => {
	database = await createDatabase();
	const { admin } = database;
	site = await createSite(admin, {}, { [owner]: 'owner', [editor]: 'owner' });
	other = await createSite(admin, {}, { [owner]: 'owner' });
	prompts = [await draftPrompt(admin, site.id), await draftPrompt(admin, site.id)];
	const [first] = prompts as [TestPrompt];
	const [saved] = await admin<[{ sha256: string }]>`
		select sha256 from app.save_revision(${site.id}, ${first.id}, ${admin.json({ ...first.content, name: 'Second' })})`;
	second = saved.sha256;
	await admin`
		insert into app.prompts (site_id, id, survey_id) values (${other.id}, ${first.id}, 'elsewhere')`;
	for (const number of [1, 2]) {
		await admin`
			insert into app.revisions (site_id, prompt_id, number, content) values (${other.id}, ${first.id}, ${number}, '{}')`;
	}
	for (const person of [owner, editor]) {
		await admin`
			insert into identity."user" ("id", "name", "email", "emailVerified")
			values (${person}, '', ${`${person}@example.com`}, true)`;
		await admin`
			insert into identity."passkey" ("name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
			values (${`of ${person}`}, ${`key of ${person}`}, ${person}, ${person}, 5, 'singleDevice', false)`;
	}
});
afterAll(() => database.close());

type About = { site?: string; subject?: string; revision?: number };

/** Asks for a passkey. Returns the ID of the challenge, or the code of the error. */
function begin(sql: TransactionSql, person: string | null, operation: string, about: About = {}) {
	const { site: where = null, subject = null, revision = null } = about;
	return outcomeFor(sql, person, async (scope) => {
		const [row] = await scope<[{ id: string }]>`
			select id from app.begin_presence(${operation}, ${where}, ${subject}, ${revision}, ${requestHash}, ${challenge})`;
		return row.id;
	});
}

type Bound = { revision: number | null; sha256: string | null };

/** What a challenge is bound to. */
async function boundBy(operation: string, about: About, before?: (sql: TransactionSql) => unknown) {
	return undone(database.admin, async (sql) => {
		await before?.(sql);
		const id = await begin(sql, owner, operation, about);
		const [row] = await sql<[Bound]>`
			select revision, sha256 from app.presence_challenges where id = ${id}`;
		return { ...row };
	});
}

describe('a challenge', () => {
	it('is a person’s', async () => {
		await undone(database.admin, async (sql) => {
			expect(await begin(sql, null, 'removePasskey')).toBe('FB403');
		});
	});

	it('is given 60 times within 10 minutes, to each person', async () => {
		await undone(database.admin, async (sql) => {
			const ask = (person: string) => begin(sql, person, 'removePasskey');
			for (let time = 0; time < 60; time++) await ask(owner);
			expect(await ask(owner)).toBe('FB429');
			expect(await ask(editor)).not.toBe('FB429');
			await sql`update app.presence_challenges set created_at = now() - interval '10 minutes'`;
			expect(await ask(owner)).not.toBe('FB429');
		});
	});

	it('names the passkeys of this person', async () => {
		await undone(database.admin, async (sql) => {
			const passkeys = await outcomeFor(sql, owner, async (scope) => {
				const [row] = await scope`
					select passkeys from app.begin_presence('removePasskey', null, null, null, ${requestHash}, ${challenge})`;
				return row!['passkeys'];
			});
			expect(passkeys).toEqual([{ id: owner, transports: [] }]);
		});
	});
});

describe('a challenge about a prompt', () => {
	it.each(['publishPrompt', 'resumePrompt'])('is bound to the revision: %s', async (operation) => {
		const [first, unpublished] = prompts as [TestPrompt, TestPrompt];
		const about = { site: site.id, subject: first.id };
		expect(await boundBy(operation, { ...about, revision: 1 })).toEqual({
			revision: 1,
			sha256: first.sha256,
		});
		expect(await boundBy(operation, { ...about, revision: 2 })).toEqual({
			revision: 2,
			sha256: second,
		});
		expect(await boundBy(operation, { ...about, revision: 3 })).toEqual({
			revision: null,
			sha256: null,
		});
		expect(await boundBy(operation, { site: site.id, subject: unpublished.id })).toEqual({
			revision: null,
			sha256: null,
		});
	});

	it('without a revision is bound to the one that is published', async () => {
		const [first] = prompts as [TestPrompt];
		const bound = await boundBy('resumePrompt', { site: site.id, subject: first.id }, (sql) => {
			return sql`
				update app.prompts set state = 'paused', published_revision = 2 where site_id = ${site.id} and id = ${first.id}`;
		});
		expect(bound).toEqual({ revision: 2, sha256: second });
	});

	it('is bound to nothing of another site', async () => {
		const [, unpublished] = prompts as [TestPrompt, TestPrompt];
		const about = { site: other.id, subject: unpublished.id, revision: 1 };
		expect(await boundBy('publishPrompt', about)).toEqual({ revision: null, sha256: null });
	});
});

describe('a challenge about a request', () => {
	/** A request of each of two people, for different prompts. */
	async function ask(sql: TransactionSql, person: string, prompt: TestPrompt, id: string) {
		const connection = randomUUID();
		await sql`
			insert into app.connections (id, person_id, kind, name) values (${connection}, ${person}, 'mcp', 'Editor')`;
		await sql`
			insert into app.connection_sites (connection_id, workspace_id, site_id)
			values (${connection}, ${site.workspace}, ${site.id})`;
		await sql`
			insert into app.grant_requests (id, connection_id, person_id, workspace_id, site_id, action, prompt_id, revision, sha256)
			values (${id}, ${connection}, ${person}, ${site.workspace}, ${site.id}, 'prompt:publish', ${prompt.id}, 1,
				${prompt.sha256})`;
		await sql`
			insert into app.destination_requests (id, connection_id, person_id, workspace_id, site_id, destination_id, creates,
				settings, sha256)
			values (${id}, ${connection}, ${person}, ${site.workspace}, ${site.id}, ${randomUUID()}, true, '{}', ${id})`;
	}
	const [own, foreign] = [randomUUID(), randomUUID()];
	const both = async (sql: TransactionSql) => {
		const [first, another] = prompts as [TestPrompt, TestPrompt];
		await ask(sql, editor, another, foreign);
		await ask(sql, owner, first, own);
	};
	const nothing = { revision: null, sha256: null };

	it('is bound to the revision that it is for, or to a later one that is named', async () => {
		const [first] = prompts as [TestPrompt];
		const of = (about: About) => boundBy('approveGrant', about, both);
		expect(await of({ subject: own })).toEqual({ revision: 1, sha256: first.sha256 });
		expect(await of({ subject: own, revision: 1 })).toEqual({ revision: 1, sha256: first.sha256 });
		expect(await of({ subject: own, revision: 2 })).toEqual({ revision: 2, sha256: second });
	});

	it('is bound to the settings of a destination', async () => {
		expect(await boundBy('approveDestinationRequest', { subject: own }, both)).toEqual({
			revision: null,
			sha256: own,
		});
	});

	it('is bound to nothing of another person', async () => {
		for (const operation of ['approveGrant', 'approveDestinationRequest']) {
			expect(await boundBy(operation, { subject: foreign }, both)).toEqual(nothing);
			expect(await boundBy(operation, { subject: randomUUID() }, both)).toEqual(nothing);
		}
	});
});

type Confirmation = {
	by?: string | null;
	id?: string;
	operation?: string;
	request?: Buffer;
	credential?: string;
	counter?: number;
};

/** What a person who asked to remove a passkey confirms: `done`, or the code of the error. */
async function confirm(
	given: Confirmation,
	before?: (sql: TransactionSql, id: string) => unknown,
): Promise<string> {
	return undone(database.admin, async (sql) => {
		const id = await begin(sql, owner, 'removePasskey', { subject: 'passkey' });
		await before?.(sql, id);
		return confirmIn(sql, { id, ...given });
	});
}

function confirmIn(sql: TransactionSql, given: Confirmation & { id: string }): Promise<string> {
	const { by = owner, id, operation = 'removePasskey', credential = owner, counter = 6 } = given;
	return outcomeFor(sql, by, async (scope) => {
		await scope`
			select app.confirm_presence(${id}, ${operation}, ${given.request ?? requestHash}, ${credential}, ${counter}, false)`;
		return 'done';
	});
}

describe('a confirmation', () => {
	it('is accepted for exactly what was asked, once', async () => {
		expect(await confirm({})).toBe('done');
		expect(await confirm({}, (sql, id) => confirmIn(sql, { id }))).toBe('FB403');
	});

	it.each<[string, Confirmation]>([
		['another person', { by: editor, credential: editor }],
		['nobody', { by: null }],
		['another operation', { operation: 'renamePasskey' }],
		['another request', { request: sha256('another') }],
		['another challenge', { id: randomUUID() }],
		['the passkey of another person', { credential: editor }],
		['a counter that did not advance', { counter: 5 }],
		['a counter that went back to zero', { counter: 0 }],
	])('is refused for %s', async (_, given) => {
		expect(await confirm(given)).toBe('FB403');
	});

	it('is refused after two minutes', async () => {
		const expire = (sql: TransactionSql, id: string) =>
			sql`update app.presence_challenges set expires_at = clock_timestamp() where id = ${id}`;
		expect(await confirm({}, expire)).toBe('FB403');
	});

	it('of a passkey that does not count needs no counter', async () => {
		const without = (sql: TransactionSql) =>
			sql`update identity."passkey" set "counter" = 0 where "userId" = ${owner}`;
		expect(await confirm({ counter: 0 }, without)).toBe('done');
	});

	it('changes the counter of that passkey only', async () => {
		await undone(database.admin, async (sql) => {
			await sql`
				insert into identity."passkey" ("publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
				values ('', ${owner}, 'second', 1, 'singleDevice', false)`;
			const id = await begin(sql, owner, 'removePasskey');
			await confirmIn(sql, { id });
			const rows = await sql`
				select "credentialID" as id, "counter" from identity."passkey" order by "counter"`;
			expect(rows.map((row) => ({ ...row }))).toEqual([
				{ id: 'second', counter: 1 },
				{ id: editor, counter: 5 },
				{ id: owner, counter: 6 },
			]);
		});
	});
});

describe('what verifies a confirmation', () => {
	type Found = { by?: string; id?: string; credential?: string };
	const find = ({ by = owner, ...given }: Found, before?: (sql: TransactionSql) => unknown) =>
		undone(database.admin, async (sql) => {
			// Another person's is found by nobody else.
			await begin(sql, editor, 'removePasskey');
			const id = await begin(sql, owner, 'removePasskey');
			await before?.(sql);
			return outcomeFor(sql, by, async (scope) => {
				const rows = await scope`
					select public_key from app.find_presence(${given.id ?? id}, ${given.credential ?? owner})`;
				return rows.map((row) => row['public_key'] as string);
			});
		});

	it('is found for the person’s own challenge and passkey', async () => {
		expect(await find({})).toEqual([`key of ${owner}`]);
		expect(await find({ by: editor })).toEqual([]);
		expect(await find({ by: editor, credential: editor })).toEqual([]);
		expect(await find({ credential: editor })).toEqual([]);
		expect(await find({ id: randomUUID() })).toEqual([]);
	});

	it('is not found once the challenge was used or has expired', async () => {
		const change = (set: string) => (sql: TransactionSql) =>
			sql.unsafe(`update app.presence_challenges set ${set}`);
		expect(await find({}, change('confirmed_at = now()'))).toEqual([]);
		expect(await find({}, change('expires_at = now()'))).toEqual([]);
	});
});

describe('after a confirmation', () => {
	it('the passkey is named in the same transaction, to that person', async () => {
		await undone(database.admin, async (sql) => {
			const nameFor = async (person: string) => {
				// The function that asks is a definer.
				await signInAs(sql, person);
				await sql`reset role`;
				const [row] = await sql`select app.confirming_passkey() as name`;
				return row!['name'];
			};
			expect(await nameFor(owner)).toBeNull();
			const earlier = await begin(sql, owner, 'renamePasskey');
			const id = await begin(sql, owner, 'removePasskey');
			await confirmIn(sql, { id });
			expect(await nameFor(owner)).toBe(`of ${owner}`);
			expect(await nameFor(editor)).toBeNull();
			await sql`
				update app.presence_challenges set confirmed_in = '3', confirmed_at = now() where id = any(array[${earlier}::uuid, ${id}::uuid])`;
			expect(await nameFor(owner)).toBeNull();
		});
	});

	it('only that person has confirmed', async () => {
		await undone(database.admin, async (sql) => {
			const id = await begin(sql, owner, 'removePasskey', { subject: 'passkey' });
			await confirmIn(sql, { id });
			const require = (person: string) =>
				outcomeFor(sql, person, async (scope) => {
					await scope`reset role`;
					await scope`select app.require_own_presence('removePasskey', 'passkey')`;
					return 'done';
				});
			expect(await require(owner)).toBe('done');
			expect(await require(editor)).toBe('FB428');
		});
	});

	it('needs a person', async () => {
		await undone(database.admin, async (sql) => {
			const code = await outcomeFor(sql, null, async (scope) => {
				await scope`reset role`;
				await scope`select app.require_own_presence('removePasskey', 'passkey')`;
				return 'done';
			});
			expect(code).toBe('FB403');
		});
	});
});
