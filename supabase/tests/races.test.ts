// Races on sixteen connections: exactly one display is reserved, no matter which calls are concurrent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rounds } from '../../testing/thorough.ts';
import { claimWaiting } from '../functions/sdk/claim-waiting.ts';
import { moveDisplay, type RequestContext } from '../functions/sdk/database.ts';
import { reportAsBackend } from './backend.ts';
import { claimPrompt, ingest, later, report, showPrompt } from './caller.ts';
import { createDatabase, type TestDatabase, type TestSql } from './harness.ts';
import { createSite, publishPrompt } from './sites.ts';
import { newVisit, signedIn, uuidv7 } from './visits.ts';

let database: TestDatabase;
let lanes: TestSql[];
beforeAll(async () => {
	database = await createDatabase();
	lanes = Array.from({ length: 16 }, () => database.connect('feedback_ingest', { max: 1 }));
	await Promise.all(lanes.map((sql) => sql`select 1`));
});
afterAll(() => database.close());

const trigger = { events: ['done'] };
const turns = rounds(10, 30);

/** Runs a call on every connection at once. */
function together<T>(call: (sql: TestSql, lane: number) => Promise<T>): Promise<T[]> {
	return Promise.all(lanes.map((sql, lane) => call(sql, lane)));
}

async function countDisplays(site: string) {
	const rows = await database.admin`
		select count(*)::int as displays, count(distinct subject_id)::int as subjects
		from app.displays where site_id = ${site} and state <> 'released'`;
	return rows[0];
}

describe('sixteen tabs of one new visitor', () => {
	it(`get one display between them, ${rounds(100, 500)} times`, async () => {
		for (let round = 0; round < rounds(2, 10); round++) {
			// Ten sites, because one site is limited to 500 requests a second.
			const site = await createSite(database.admin);
			await publishPrompt(database.admin, site.id, { trigger });
			for (let turn = 0; turn < 50; turn++) {
				const visit = newVisit(site.id);
				await together((sql) => report(sql, visit, 'done'));
			}
			expect(await countDisplays(site.id)).toEqual({ displays: 50, subjects: 50 });
		}
	}, 120_000);

	it('get one display across several prompts when the site has a cooldown', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 1 } });
		for (let prompt = 0; prompt < 4; prompt++) {
			await publishPrompt(database.admin, site.id, { trigger, limits: { show: 'always' } });
		}
		for (let turn = 0; turn < turns; turn++) {
			const visit = newVisit(site.id);
			await together((sql) => report(sql, visit, 'done'));
		}
		expect(await countDisplays(site.id)).toEqual({ displays: turns, subjects: turns });
	});

	it('get one display after another was released', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		for (let turn = 0; turn < turns; turn++) {
			const visit = newVisit(site.id);
			const { event } = await report(database.ingest, visit, 'done');
			await together<unknown>((sql, lane) =>
				lane === 0 ? ingest(sql, visit, [event], null) : report(sql, visit, 'done'),
			);
		}
		const counted = await countDisplays(site.id);
		expect(counted?.['displays']).toBe(counted?.['subjects']);
	});
});

describe('one event sent sixteen times at once', () => {
	it('is stored once and gets one display, which every copy returns', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, limits: { show: 'always' } });
		for (let turn = 0; turn < turns; turn++) {
			const visit = newVisit(site.id);
			const id = uuidv7();
			const answers = await together((sql) => report(sql, visit, 'done', {}, { id }));
			const displays = answers.map(({ decided }) =>
				decided?.reason === 'displayed' ? decided.reserved.display : decided?.reason,
			);
			expect(new Set(displays).size).toBe(1);
			expect(answers.filter(({ result }) => result.status === 'recorded')).toHaveLength(1);
		}
		expect(await countDisplays(site.id)).toEqual({ displays: turns, subjects: turns });
	});
});

describe('sixteen browsers that sign in to one account at once', () => {
	it('become one subject, and get one display', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		for (let turn = 0; turn < turns; turn++) {
			const visits = lanes.map(() => newVisit(site.id));
			const half = turn % 2 === 0;
			// In half of the rounds, they were anonymous visitors before.
			if (half) await together((sql, lane) => report(sql, visits[lane]!, 'else'));
			await together((sql, lane) =>
				report(sql, signedIn(visits[lane]!, `account ${turn}`), 'done'),
			);
		}
		expect(await countDisplays(site.id)).toEqual({ displays: turns, subjects: turns });
		const [subjects] = await database.admin`
			select count(*)::int as all, count(account)::int as accounts from app.subjects where site_id = ${site.id}`;
		expect(subjects).toEqual({ all: turns, accounts: turns });
	}, 60_000);

	it('keep every display that one of them had while it was anonymous', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		for (let turn = 0; turn < turns; turn++) {
			const visit = newVisit(site.id);
			const account: RequestContext = signedIn(visit, `account ${turn}`);
			const other = signedIn(newVisit(site.id), `account ${turn}`);
			await together((sql, lane) => report(sql, [visit, account, other][lane % 3]!, 'done'));
		}
		// An anonymous tab may get a display before the account exists, but not after: at most one each.
		const rows = await database.admin`
			select account, count(*)::int as displays from app.displays d
			join app.subjects s on s.site_id = d.site_id and s.id = d.subject_id
			where d.site_id = ${site.id} group by account`;
		expect(rows).toHaveLength(turns);
		for (const row of rows) expect(row['displays']).toBeLessThanOrEqual(2);
		const again = await report(database.ingest, signedIn(newVisit(site.id), 'account 0'), 'done');
		expect(again.decided).toEqual({ reason: 'seen_limit' });
	});
});

describe('sixteen claims of one delayed prompt', () => {
	it('get one display', async () => {
		// By chance, sixteen calls can use up a subject's tokens.
		await database.admin`
			create or replace function app.is_consumption_due() returns boolean
			language plpgsql volatile set search_path = '' as $$ begin return false; end $$`;
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger,
			timing: { delay_seconds: 1 },
			limits: { show: 'always' },
		});
		for (let turn = 0; turn < turns; turn++) {
			const visit = newVisit(site.id, { now: new Date() });
			const { event } = await report(database.ingest, visit, 'done');
			const answers = await together((sql) => claimPrompt(sql, later(visit, 2_000), event.id));
			const reasons = answers.map(({ decided }) => decided.reason).sort();
			expect(reasons).toEqual(['displayed', ...Array<string>(15).fill('duplicate')]);
		}
		expect(await countDisplays(site.id)).toEqual({ displays: turns, subjects: turns });
	});
});

describe('sixteen clients of a prompt with a budget', () => {
	/** Sixteen visitors, each on its own connection, several times. */
	async function raceFor(site: string, rounds: number, surveyId: string) {
		const reasons: (string | undefined)[] = [];
		for (let round = 0; round < rounds; round++) {
			const answers = await together(async (sql, lane) => {
				const visit = newVisit(site);
				if (lane % 4 === 1) return (await showPrompt(sql, visit, surveyId)).decided.reason;
				const { decided, display } = await report(sql, visit, 'done');
				// Every fourth client releases its display immediately, except in the last round, when no
				// other client may be left to use it.
				const isLast = round === rounds - 1;
				if (lane % 4 === 2 && !isLast && decided?.reason === 'displayed') {
					await moveDisplay(sql, site, display, 'released', 'vetoed', null);
				}
				return decided?.reason;
			});
			reasons.push(...answers);
		}
		return new Set(reasons);
	}
	const spentOf = async (site: string) => {
		const rows = await database.admin`
			select period, displays from app.budget_periods where site_id = ${site} order by period`;
		return Object.fromEntries(rows.map((row) => [row['period'], row['displays']]));
	};

	it('get exactly as many displays as the budget allows, through events, show and releases', async () => {
		const site = await createSite(database.admin);
		const { content } = await publishPrompt(database.admin, site.id, {
			trigger,
			budget: { displays: 60 },
		});
		expect(await raceFor(site.id, 12, content.survey_id)).toEqual(new Set(['displayed', 'budget']));
		expect(await spentOf(site.id)).toEqual({ total: 60 });
		expect((await countDisplays(site.id))?.['displays']).toBe(60);
	});

	it('get exactly as many displays when reservations end that nobody confirmed', async () => {
		const site = await createSite(database.admin, {
			limits: { cooldown_days: 0, displays_per_day: 60 },
		});
		await publishPrompt(database.admin, site.id, {
			trigger,
			budget: { displays: 90, period: { every: 'month', displays: 60 } },
		});
		const expire = async () => {
			const [row] = await database.admin<{ expired: boolean }[]>`
				select app.expire_reservation() as expired`;
			return row!.expired;
		};
		const confirmed = new Set<string>();
		let isRunning = true;
		// Two servers end reservations while browsers confirm, release and forget them.
		const servers = [0, 1].map(async () => {
			while (isRunning) await expire();
		});
		for (let round = 0; round < rounds(12, 60); round++) {
			await together(async (sql, lane) => {
				const isLate = lane % 4 === 3;
				const now = isLate ? new Date(Date.now() - 11 * 60_000) : null;
				const { decided, display } = await report(sql, newVisit(site.id, { now }), 'done');
				if (decided?.reason !== 'displayed') return;
				const state = lane % 4 === 2 ? 'released' : 'displayed';
				const moved = await moveDisplay(sql, site.id, display, state, null, null);
				if (isLate) expect(moved?.state).toBe('released');
				if (moved?.state === 'displayed') confirmed.add(display);
			});
			// Never one too many, not even for a moment.
			expect(confirmed.size).toBeLessThanOrEqual(60);
		}
		isRunning = false;
		await Promise.all(servers);
		while (await expire());
		const [visible] = await database.admin`
			select count(*)::int as displays from app.displays
			where site_id = ${site.id} and state <> 'released'`;
		expect(visible).toEqual({ displays: confirmed.size });
		expect(new Set(Object.values(await spentOf(site.id)))).toEqual(new Set([confirmed.size]));
		// What was given back can be displayed, and no more.
		const reasons: (string | undefined)[] = [];
		for (let n = 0; n <= 60 - confirmed.size; n++) {
			reasons.push((await report(database.ingest, newVisit(site.id), 'done')).decided?.reason);
		}
		expect(reasons.slice(0, -1).every((reason) => reason === 'displayed')).toBe(true);
		expect(reasons.at(-1)).toBe('budget');
		expect(await spentOf(site.id)).toEqual({ month: 60, site: 60, total: 60 });
	});

	it('get no more displays of several prompts than the period and the site allow', async () => {
		const site = await createSite(database.admin, {
			limits: { cooldown_days: 0, displays_per_day: 60 },
		});
		const { content } = await publishPrompt(database.admin, site.id, {
			trigger,
			budget: { displays: 90, period: { every: 'month', displays: 40 } },
		});
		await publishPrompt(database.admin, site.id, { trigger, limits: { site_limits: 'ignore' } });
		await raceFor(site.id, 12, content.survey_id);
		expect(await spentOf(site.id)).toEqual({ month: 40, site: 60, total: 40 });
		expect((await countDisplays(site.id))?.['displays']).toBe(60);
	});

	it('get exactly as many displays when they claim delayed prompts and backend prompts', async () => {
		const site = await createSite(database.admin);
		const prompts = [
			await publishPrompt(database.admin, site.id, {
				trigger,
				timing: { delay_seconds: 1 },
				budget: { displays: 10 },
			}),
			await publishPrompt(database.admin, site.id, {
				trigger: { events: ['paid'], source: 'backend' },
				budget: { displays: 10 },
			}),
		];
		for (let round = 0; round < 3; round++) {
			await together(async (sql, lane) => {
				const visit = newVisit(site.id, { now: new Date() });
				if (lane % 2 === 0) {
					const { event } = await report(sql, visit, 'done');
					await claimPrompt(sql, later(visit, 2_000), event.id);
				} else {
					const account = `account ${round} ${lane}`;
					await reportAsBackend(sql, site.id, account, 'paid');
					const known = signedIn(visit, account);
					await report(sql, known, 'else');
					await claimWaiting(sql, later(known, 2_000), uuidv7(), uuidv7());
				}
			});
		}
		const rows = await database.admin`
			select prompt_id, count(*)::int as displays from app.displays
			where site_id = ${site.id} and state <> 'released' group by prompt_id`;
		expect(Object.fromEntries(rows.map((row) => [row['prompt_id'], row['displays']]))).toEqual(
			Object.fromEntries(prompts.map(({ id }) => [id, 10])),
		);
	});

	it('stay within a budget that is published while they run', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, { trigger });
		const { admin } = database;
		const content = { ...prompt.content, budget: { displays: 60 } };
		const [saved] = await admin`
			select * from app.save_revision(${site.id}, ${prompt.id}, ${admin.json(content)})`;
		// Few enough displays before publication: publishing a budget below the displays so far is refused.
		await Promise.all([
			raceFor(site.id, 4, prompt.content.survey_id),
			admin`select app.publish(${site.id}, ${prompt.id}, ${saved!['number'] as number}, ${saved!['sha256'] as string})`,
		]);
		await raceFor(site.id, 4, prompt.content.survey_id);
		expect(await spentOf(site.id)).toEqual({ total: 60 });
		expect((await countDisplays(site.id))?.['displays']).toBe(60);
	});
});

describe('event and show at once', () => {
	it('get one display between them', async () => {
		const site = await createSite(database.admin);
		const { content } = await publishPrompt(database.admin, site.id, { trigger });
		for (let turn = 0; turn < turns; turn++) {
			const visit = newVisit(site.id);
			await together<unknown>((sql, lane) =>
				lane % 2 ? report(sql, visit, 'done') : showPrompt(sql, visit, content.survey_id),
			);
		}
		expect(await countDisplays(site.id)).toEqual({ displays: turns, subjects: turns });
	});
});
