// When displays of one budget wait for each other, each is committed before it is on disk, so that the next one does
// not wait for the disk. The caller receives the response only once the display is on disk.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { claimWaiting } from '../functions/sdk/claim-waiting.ts';
import { reportAsBackend } from './backend.ts';
import { claimPrompt, ingest, later, report, second, showPrompt } from './caller.ts';
import { createDatabase, type TestDatabase, type TestSql } from './harness.ts';
import { createSite, publishPrompt } from './sites.ts';
import { newVisit, signedIn, uuidv7 } from './visits.ts';
import { waitBehind } from './wait-behind.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

const trigger = { events: ['done'] };
const budget = { displays: 100 };

const endOfLog = async () => {
	const [log] = await database.admin<{ end: string }[]>`
		select pg_current_wal_insert_lsn()::text as end`;
	return log!.end;
};
const isFlushedTo = async (end: string) => {
	const [log] = await database.admin<{ flushed: boolean }[]>`
		select pg_current_wal_flush_lsn() >= ${end}::text::pg_lsn as flushed`;
	return log!.flushed;
};

/** A connection that calls `act` for each statement instead of sending it. */
function intercept(act: (send: () => Promise<unknown>, text: string) => Promise<unknown>): TestSql {
	const { ingest: sql } = database;
	const send = (template: TemplateStringsArray, ...values: never[]) =>
		act(async () => sql(template, ...values), template.join(''));
	return Object.assign(send, { json: sql.json }) as unknown as TestSql;
}

/** Makes the site's next display wait for another display that uses its budgets. */
function behindAnother<Result>(site: string, act: () => Promise<Result>): Promise<Result> {
	const hold = (tx: TestSql) =>
		tx`select from app.budget_periods where site_id = ${site} for update`;
	return waitBehind(database.admin, hold, act);
}

/** Whether a call's commit was on disk when the response was sent; the decision has to be a display. */
async function isFlushed(act: (sql: TestSql) => Promise<string | undefined>): Promise<boolean> {
	let end: string | undefined;
	const watched = intercept(async (send) => {
		const rows = await send();
		end ??= await endOfLog();
		return rows;
	});
	expect(await act(watched)).toBe('displayed');
	return isFlushedTo(end!);
}

/** Repeats the check, because concurrent commits may flush the log as well. */
async function areFlushed(act: (sql: TestSql) => Promise<string | undefined>) {
	const outcomes = new Set<boolean>();
	for (let time = 0; time < 8; time++) outcomes.add(await isFlushed(act));
	return [...outcomes];
}

const reasonOf = async (sql: TestSql, site: string) =>
	(await report(sql, newVisit(site), 'done')).decided?.reason;

describe('a display that waited for its budget is on disk before the response', () => {
	it('of an event', async () => {
		const { id } = await createSite(database.admin);
		await publishPrompt(database.admin, id, { trigger, budget });
		expect(await areFlushed((sql) => behindAnother(id, () => reasonOf(sql, id)))).toEqual([true]);
	});

	it('of an event that is sent again, because the first call may have ended before the flush', async () => {
		const { id } = await createSite(database.admin);
		await publishPrompt(database.admin, id, { trigger, budget });
		const withoutFlush = intercept((send, text) =>
			text.includes('pg_logical_emit_message') ? Promise.resolve([]) : send(),
		);
		const outcomes = new Set<boolean>();
		for (let time = 0; time < 8; time++) {
			const visit = newVisit(id);
			const { event } = await behindAnother(id, () => report(withoutFlush, visit, 'done'));
			const end = await endOfLog();
			const { decided } = await ingest(database.ingest, visit, [event], uuidv7());
			expect(decided?.reason).toBe('displayed');
			outcomes.add(await isFlushedTo(end));
		}
		expect([...outcomes]).toEqual([true]);
	});

	it('if only the site has a limit per day', async () => {
		const { id } = await createSite(database.admin, {
			limits: { cooldown_days: 0, displays_per_day: 100 },
		});
		await publishPrompt(database.admin, id, { trigger });
		// The row of the day is inserted by its first display.
		await reasonOf(database.ingest, id);
		expect(await areFlushed((sql) => behindAnother(id, () => reasonOf(sql, id)))).toEqual([true]);
	});

	it('of show', async () => {
		const { id } = await createSite(database.admin);
		const { content } = await publishPrompt(database.admin, id, { trigger, budget });
		const show = async (sql: TestSql) =>
			(await showPrompt(sql, newVisit(id), content.survey_id)).decided.reason;
		expect(await areFlushed((sql) => behindAnother(id, () => show(sql)))).toEqual([true]);
	});

	it('of a delayed prompt', async () => {
		const { id } = await createSite(database.admin);
		await publishPrompt(database.admin, id, { trigger, timing: { delay_seconds: 1 }, budget });
		const claim = async (sql: TestSql) => {
			const visit = newVisit(id, { now: new Date() });
			const { event } = await report(database.ingest, visit, 'done');
			const claimed = () => claimPrompt(sql, later(visit, 2 * second), event.id);
			return (await behindAnother(id, claimed)).decided.reason;
		};
		expect(await areFlushed(claim)).toEqual([true]);
	});

	it('of a prompt that waited for the account', async () => {
		const { id } = await createSite(database.admin);
		await publishPrompt(database.admin, id, {
			trigger: { events: ['paid'], source: 'backend' },
			budget,
		});
		const claim = async (sql: TestSql) => {
			const account = uuidv7();
			await reportAsBackend(database.ingest, id, account, 'paid');
			const known = signedIn(newVisit(id, { now: new Date() }), account);
			await report(database.ingest, known, 'else');
			const claimed = () => claimWaiting(sql, later(known, 2 * second), uuidv7(), uuidv7());
			return (await behindAnother(id, claimed))?.reason;
		};
		expect(await areFlushed(claim)).toEqual([true]);
	});
});

describe('the transaction of a display', () => {
	const settingAfter = async (sql: TestSql, site: string) => {
		let setting: string | undefined;
		await sql.begin(async (tx) => {
			await report(tx as unknown as TestSql, newVisit(site), 'done');
			const [row] = await tx<{ setting: string }[]>`
				select current_setting('synchronous_commit') as setting`;
			setting = row!.setting;
		});
		return setting;
	};

	it('waits for the disk unless its connection has just waited for another display', async () => {
		const { id } = await createSite(database.admin);
		const free = await createSite(database.admin);
		await publishPrompt(database.admin, id, { trigger, budget: { displays: 1 } });
		await publishPrompt(database.admin, free.id, { trigger });
		const sql = database.connect('feedback_ingest', { max: 1 });
		expect(await behindAnother(id, () => settingAfter(sql, id))).toBe('off');
		// The budget is spent, so there is no display and no later flush.
		expect(await settingAfter(sql, id)).toBe('on');
		expect(await settingAfter(sql, free.id)).toBe('on');
	});
});
