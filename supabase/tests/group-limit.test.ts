// At most one display of a prompt to a group, such as a company, within some days.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDate } from './cluster.ts';
import { rounds } from '../../testing/thorough.ts';
import { claimWaiting } from '../functions/sdk/claim-waiting.ts';
import { identify, moveDisplay, type RequestContext } from '../functions/sdk/database.ts';
import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { identifyAsBackend, reportAsBackend } from './backend.ts';
import { claimPrompt, day, later, reasonFor, report, second, showPrompt } from './caller.ts';
import { createDatabase, type TestDatabase, type TestSql } from './harness.ts';
import { createSite, publishPrompt } from './sites.ts';
import { debugged, newVisit, signedIn, uuidv7 } from './visits.ts';

let database: TestDatabase;
let sql: TestSql;
const now = new Date(testDate);
beforeAll(async () => {
	database = await createDatabase({ now });
	sql = database.ingest;
});
afterAll(() => database.close());

const limits = { per_group: { trait: 'company_id', days: 30 } };
const trigger = { events: ['done'] };

let people = 0;
/** A person of a company, or of none. */
const personOf = (site: { id: string }, company: string | number | null, given = {}) =>
	signedIn(
		newVisit(site.id, { now, ...given }),
		`person_${++people}`,
		company === null ? {} : { company_id: company },
	);

async function createLimitedSite(given: Parameters<typeof publishPrompt>[2] = {}) {
	const site = await createSite(database.admin);
	const prompt = await publishPrompt(database.admin, site.id, { trigger, limits, ...given });
	return { site, prompt };
}

describe('a limit per group', () => {
	it('lets one person of each group see the prompt', async () => {
		const { site } = await createLimitedSite();
		const reasons = [];
		for (const company of ['acme', 'acme', 'globex', 7, 7, '7', null, null, '', '']) {
			reasons.push(await reasonFor(sql, personOf(site, company), 'done'));
		}
		expect(reasons).toEqual([
			'displayed',
			'group_limit',
			'displayed',
			'displayed',
			'group_limit',
			'displayed',
			// A visitor without a group is not limited by it.
			'displayed',
			'displayed',
			'displayed',
			'displayed',
		]);
	});

	it('also counts the person who saw the prompt, and ends after its days', async () => {
		const { site } = await createLimitedSite({ limits: { ...limits, show: 'always' } });
		const person = personOf(site, 'acme');
		expect(await reasonFor(sql, person, 'done')).toBe('displayed');
		expect(await reasonFor(sql, later(person, day), 'done')).toBe('group_limit');
		await database.admin`
			update app.group_displays set last_at = last_at - interval '30 days' where site_id = ${site.id}`;
		expect(await reasonFor(sql, personOf(site, 'acme'), 'done')).toBe('displayed');
		expect(await reasonFor(sql, person, 'done')).toBe('group_limit');
	});

	it('applies to each prompt separately', async () => {
		const { site } = await createLimitedSite();
		await publishPrompt(database.admin, site.id, { trigger: { events: ['other'] }, limits });
		expect(await reasonFor(sql, personOf(site, 'acme'), 'done')).toBe('displayed');
		expect(await reasonFor(sql, personOf(site, 'acme'), 'other')).toBe('displayed');
	});

	it('applies to show()', async () => {
		const { site, prompt } = await createLimitedSite();
		const shown = [];
		for (const person of [personOf(site, 'acme'), personOf(site, 'acme')]) {
			await identify(sql, person);
			shown.push((await showPrompt(sql, person, prompt.content.survey_id)).decided.reason);
		}
		expect(shown).toEqual(['displayed', 'group_limit']);
	});

	it('is refunded by a release, and counted again by an answer', async () => {
		const { site } = await createLimitedSite();
		const { display } = await report(sql, personOf(site, 'acme'), 'done');
		await moveDisplay(sql, site.id, display, 'released', 'hidden', now);
		const second = await report(sql, personOf(site, 'acme'), 'done');
		expect(second.decided?.reason).toBe('displayed');
		await moveDisplay(sql, site.id, second.display, 'released', 'hidden', now);
		await storeAnswers(sql, {
			site: site.id,
			display,
			seq: 1,
			final: false,
			answers: { score: 5 },
			now,
		});
		expect(await reasonFor(sql, personOf(site, 'acme'), 'done')).toBe('group_limit');
	});

	it('stores no value of the trait', async () => {
		const { site } = await createLimitedSite();
		await report(sql, personOf(site, 'acme'), 'done');
		const [row] = await database.admin<{ text: string }[]>`
			select g::text as text from app.group_displays g where site_id = ${site.id}`;
		expect(row!.text).not.toContain('acme');
		const [rule] = await database.admin<{ expired: string }[]>`
			select expired from app.retention_rules() where relation = 'app.group_displays'`;
		expect(rule!.expired).toBe(`t.last_at < $1 - interval '90 days'`);
	});

	it('is checked again when a delayed or a waiting prompt is claimed', async () => {
		const { site } = await createLimitedSite({ timing: { delay_seconds: 60 } });
		const visits = [personOf(site, 'acme'), personOf(site, 'acme')];
		const events = [];
		for (const visit of visits) events.push((await report(sql, visit, 'done')).event.id);
		const claimed = [];
		for (const [at, visit] of visits.entries()) {
			const { decided } = await claimPrompt(sql, later(visit, 60_000), events[at]!);
			claimed.push(decided.reason);
		}
		expect(claimed).toEqual(['displayed', 'group_limit']);
	});

	it('uses the traits that the backend reported for an account', async () => {
		const { site } = await createLimitedSite({ trigger: { events: ['paid'], source: 'backend' } });
		const visits: RequestContext[] = [];
		for (const account of ['ada', 'bob']) {
			await identifyAsBackend(sql, site.id, account, { company_id: 'acme' }, now);
			await reportAsBackend(sql, site.id, account, 'paid', {}, { now });
			visits.push(signedIn(newVisit(site.id, { now }), account));
		}
		const claimed = [];
		for (const visit of visits) {
			await identify(sql, visit);
			claimed.push((await claimWaiting(sql, visit, uuidv7(), uuidv7()))?.reason);
		}
		expect(claimed).toEqual(['displayed', undefined]);
	});

	it('counts a late answer for the group that the backend reported', async () => {
		const { site } = await createLimitedSite({ trigger: { events: ['paid'], source: 'backend' } });
		const visits: RequestContext[] = [];
		for (const account of ['ada', 'bob']) {
			await identifyAsBackend(sql, site.id, account, { company_id: 'acme' }, now);
			await reportAsBackend(sql, site.id, account, 'paid', {}, { now });
			visits.push(
				signedIn(newVisit(site.id, { now }), account, { company_id: account, plan: 'free' }),
			);
			await identify(sql, visits.at(-1)!);
		}
		const [ada, bob] = visits as [RequestContext, RequestContext];
		const display = uuidv7();
		await claimWaiting(sql, ada, uuidv7(), display);
		await moveDisplay(sql, site.id, display, 'released', 'hidden', now);
		await storeAnswers(sql, {
			site: site.id,
			display,
			seq: 1,
			final: true,
			answers: { score: 5 },
			now,
		});
		expect(await claimWaiting(sql, bob, uuidv7(), uuidv7())).toBeUndefined();
		const stored = await database.admin`
			select traits from app.responses where site_id = ${site.id}`;
		expect(stored).toEqual([{ traits: { company_id: 'acme', plan: 'free' } }]);
	});

	it('explains when the group saw the prompt', async () => {
		const { site } = await createLimitedSite();
		await report(sql, personOf(site, 'acme'), 'done');
		const colleague = later(await debugged(database.admin, personOf(site, 'acme')), 2 * second);
		const { decided } = await report(sql, colleague, 'done');
		expect(decided?.facts?.[0]?.rules).toContainEqual({
			rule: 'group limit',
			passed: false,
			text: 'last shown to a visitor with this company_id 2 seconds ago, at most once within 30 days',
		});
	});
});

describe('sixteen people of one group', () => {
	const turns = rounds(15, 60);

	it(`see the prompt once between them, whichever calls are concurrent, ${turns} times`, async () => {
		const lanes = Array.from({ length: 16 }, () => database.connect('feedback_ingest', { max: 1 }));
		const { site, prompt } = await createLimitedSite();
		for (let turn = 0; turn < turns; turn++) {
			const visits = lanes.map(() => personOf(site, `company_${turn}`));
			await Promise.all(
				lanes.map(async (lane, at) => {
					const visit = visits[at]!;
					if (at % 4 > 0) return report(lane, visit, 'done');
					await identify(lane, visit);
					return showPrompt(lane, visit, prompt.content.survey_id);
				}),
			);
		}
		const [row] = await database.admin`
			select count(*)::int as displays, count(distinct traits ->> 'company_id')::int as groups
			from app.displays where site_id = ${site.id}`;
		expect(row).toEqual({ displays: turns, groups: turns });
	}, 60_000);

	it('see it once more for each release, and never deadlock', async () => {
		const lanes = Array.from({ length: 16 }, () => database.connect('feedback_ingest', { max: 1 }));
		const { site } = await createLimitedSite();
		for (let turn = 0; turn < rounds(8, 20); turn++) {
			await Promise.all(
				lanes.map(async (lane) => {
					const { display, decided } = await report(lane, personOf(site, turn), 'done');
					if (decided?.reason !== 'displayed') return;
					await moveDisplay(lane, site.id, display, 'released', 'hidden', now);
				}),
			);
			const [row] = await database.admin`
				select count(*)::int as counted from app.group_displays where site_id = ${site.id}`;
			expect(row).toEqual({ counted: 0 });
		}
	}, 60_000);
});
