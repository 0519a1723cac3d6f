import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { waitForHorizon } from '../../../../testing/wait-for-horizon.ts';
import { encodeBase64url } from '../../_shared/secrets/base64url.ts';
import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let site: string;
let prompt: string;

beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
	prompt = await team.sites.publish(team.site.siteId, { survey_id: 'survey' });
});
afterAll(() => team.end());

type Change = { id: string; answers: Record<string, unknown> };

async function read(cursor?: string, limit = 200) {
	const { body, status, error } = await team.manage.ask(team.viewer, 'listResponseChanges', {
		site,
		limit,
		...(cursor !== undefined && { cursor }),
	});
	expect(status, JSON.stringify(error)).toBe(200);
	return { ...body, ids: body.items.map(({ id }) => id) };
}

async function readRest(cursor?: string): Promise<{ items: Change[]; next: string }> {
	const items: Change[] = [];
	for (;;) {
		const page = await read(cursor);
		items.push(...page.items);
		cursor = page.next;
		if (!page.more) return { items, next: cursor };
	}
}

type Sql = TestWorkspace['sites']['sql'];

async function insert(sql: Sql, id: string, value = 0): Promise<void> {
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
		values (${site}, ${id}, ${prompt}, 1, 1, false, ${sql.json({ value })}, '{}', clock_timestamp(), clock_timestamp())`;
}

it('returns changes that commit late, even after changes that began later', async () => {
	const { next: start } = await readRest();
	const [early, late] = [mintUuidv7(Date.now()), mintUuidv7(Date.now() + 1)];
	let begun = () => {};
	let end = () => {};
	const began = new Promise<void>((resolve) => (begun = resolve));
	const ending = new Promise<void>((resolve) => (end = resolve));
	const slow = team.sites.sql.begin(async (tx) => {
		await insert(tx as unknown as Sql, early);
		begun();
		await ending;
	});
	await began;
	await insert(team.sites.sql, late);
	const before = await read(start);
	expect(before.ids).toEqual([]);
	end();
	await slow;
	await waitForHorizon(team.sites.sql);
	const after = await read(before.next);
	expect(after.ids).toEqual([early, late]);
	expect((await read(after.next)).ids).toEqual([]);
});

it('pages through the responses of one transaction', async () => {
	const { next: start } = await readRest();
	await team.sites.sql.begin(async (tx) => {
		for (let at = 0; at < 5; at++) await insert(tx as unknown as Sql, mintUuidv7(Date.now()));
	});
	await waitForHorizon(team.sites.sql);
	const first = await read(start, 2);
	const second = await read(first.next, 2);
	const third = await read(second.next, 2);
	expect([first, second, third].map(({ more }) => more)).toEqual([true, true, false]);
	expect(new Set([...first.ids, ...second.ids, ...third.ids]).size).toBe(5);
});

it('returns a response again when its answers or its account change', async () => {
	const id = mintUuidv7(Date.now());
	await insert(team.sites.sql, id);
	await waitForHorizon(team.sites.sql);
	const { next } = await readRest();
	await team.sites
		.sql`update app.responses set subject_id = null where site_id = ${site} and display_id = ${id}`;
	await waitForHorizon(team.sites.sql);
	expect((await read(next)).ids).toEqual([id]);
});

it('skips and repeats nothing during concurrent writes', async () => {
	const { sql } = team.sites;
	const { next: start } = await readRest();
	const last = new Map<string, number>();
	let writing = true;
	const write = async (writer: number) => {
		const own: string[] = [];
		for (let turn = 0; turn < 25; turn++) {
			const value = writer * 1_000 + turn;
			// Every third turn changes stored answers, like a later answer.
			const id = turn % 3 === 2 ? own[turn % own.length]! : mintUuidv7(Date.now());
			await sql.begin(async (tx) => {
				if (own.includes(id)) {
					await tx`
						update app.responses set answers = ${tx.json({ value })}, updated_at = clock_timestamp()
						where site_id = ${site} and display_id = ${id}`;
				} else await insert(tx as unknown as Sql, id, value);
				// Transactions overlap, and end in a different order than they began.
				await tx`select pg_sleep(${((turn * 7 + writer * 3) % 5) / 200})`;
			});
			own.push(id);
			last.set(id, value);
		}
	};
	const writers = Promise.all([0, 1, 2, 3].map(write)).finally(() => (writing = false));
	const seen: Change[] = [];
	let cursor = start;
	while (writing) {
		const page = await read(cursor, 3);
		seen.push(...page.items);
		cursor = page.next;
		if (!page.more) await pause(5);
	}
	await writers;
	await waitForHorizon(team.sites.sql);
	seen.push(...(await readRest(cursor)).items);
	const versions = seen.map(({ id, answers }) => `${id} ${String(answers['value'])}`);
	expect(new Set(versions).size).toBe(versions.length);
	expect(new Map(seen.map(({ id, answers }) => [id, answers['value']]))).toEqual(last);
});

it('refuses a cursor of another database history', async () => {
	const { next } = await readRest();
	const [history, ...rest] = Buffer.from(next, 'base64url').toString().split(' ');
	const cluster = history!.split('.')[0]!;
	const encode = (text: string) => encodeBase64url(new TextEncoder().encode(text));
	for (const elsewhere of [
		[`${cluster}.000000FF`, ...rest],
		[history, '99999999999', rest[1]],
	]) {
		const { status, error } = await team.manage.ask(team.viewer, 'listResponseChanges', {
			site,
			cursor: encode(elsewhere.join(' ')),
		});
		expect([status, error.code, error.field]).toEqual([410, 'cursor_expired', 'cursor']);
	}
	const { status, error } = await team.manage.ask(team.viewer, 'listResponseChanges', {
		site,
		cursor: 'nonsense',
	});
	expect([status, error.code]).toEqual([400, 'invalid_request']);
});

it('returns responses from the dump of a cluster with higher transaction numbers', async () => {
	const id = mintUuidv7(Date.now());
	const { sql } = team.sites;
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at, changed_in)
		values (${site}, ${id}, ${prompt}, 1, 1, true, '{}', '{}', now(), now(), '99999999999')`;
	const before = await readRest();
	expect(before.items.map((item) => item.id)).not.toContain(id);
	let step: string | null = 'imported_responses';
	while (step) {
		const [row]: { next: string | null }[] = await sql`select app.maintain(${step}) as next`;
		step = row!.next;
	}
	await waitForHorizon(team.sites.sql);
	expect((await read(before.next)).ids).toEqual([id]);
});
